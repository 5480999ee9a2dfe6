/**
 * Has to be imported before n8n's engine: its classes need reflect-metadata, and it writes its settings into the user's
 * own folder unless told otherwise.
 */
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';

const folder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
Object.assign(process.env, {
	N8N_USER_FOLDER: folder,
	N8N_ENCRYPTION_KEY: 'of tests only',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
	// Node failures are results here; n8n would also print each of them.
	N8N_LOG_LEVEL: 'silent',
});

const remove = () => rmSync(folder, { recursive: true, force: true });
if (typeof afterAll === 'function') afterAll(remove);
else process.once('exit', remove);
