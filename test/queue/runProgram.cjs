/**
 * Runs a program that is not JavaScript, as another user where asked, and ends it with this process. Node loads
 * endWithParent.cjs into this process, so that not even a killed test run leaves a database behind.
 *
 *   node runProgram.cjs '{"command":"…","args":["…"],"uid":1,"gid":1,"endWith":"SIGINT"}'
 */
const { spawn } = require('node:child_process');

const { command, args, uid, gid, endWith } = JSON.parse(process.argv[2]);
const program = spawn(command, args, { uid, gid, stdio: ['ignore', 'inherit', 'inherit'] });
program.once('error', (error) => {
	console.error(error.message);
	process.exit(1);
});
program.once('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => program.kill(endWith));
