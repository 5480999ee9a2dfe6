import { writeFileSync } from 'node:fs';
import { generated } from './generated';

/** Writes the generated documents: `npx tsx docs/coverage/write.ts`. */
for (const { path, text } of generated()) writeFileSync(path, text);
