import { fuzzTests } from './fuzzTests';

fuzzTests({ deliveries: 3_000, answers: 1_000, seed: 1 });
