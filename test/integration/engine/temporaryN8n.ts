/**
 * Must be imported before n8n's engine, whose classes need reflect-metadata. Without these settings, the engine would write
 * into the user's own folder.
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
	// Node failures are expected results here, and n8n would print each of them.
	N8N_LOG_LEVEL: 'silent',
});

const remove = () => rmSync(folder, { recursive: true, force: true });
if (typeof afterAll === 'function') afterAll(remove);
else process.once('exit', remove);
