import { fuzzTests } from './fuzzTests';

fuzzTests({ deliveries: 1_000, answers: 400, seed: 1 });
