import { fuzzTests } from '../integration/security/fuzzTests';
import { SEED } from './chance';

fuzzTests({ deliveries: 100_000, answers: 100_000, seed: SEED });
