/**
 * Preloaded into a process before its own program. The parent holds the other end of pipe 3. When the parent is gone, however
 * it ended, this process ends with everything it has started. Otherwise a killed test run would leave an n8n behind.
 */
const { Socket } = require('node:net');

const parent = new Socket({ fd: 3, readable: true, writable: false });
parent.on('error', () => {});
parent.on('close', () => process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL'));
parent.resume();
parent.unref();
