import { faultMatrix } from './faultMatrix';
import { writes } from './writes';

faultMatrix(writes.filter(({ canLookUp }) => !canLookUp));
