import { faultMatrix } from './faultMatrix';
import { audPayoutFile, writes } from './writes';

faultMatrix([...writes.filter(({ canLookUp }) => !canLookUp), audPayoutFile]);
