import { specification } from './specification';
import { coverageTable } from './table';

/** Shows the rows of the coverage table that hold all words given: `npx tsx docs/coverage/show.ts refund expiry`. */
console.log(coverageTable(specification, process.argv.slice(2)));
