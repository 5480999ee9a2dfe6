/**
 * Preloaded into an n8n with SQLite: kills it at one statement, as a power cut would. The file that KILL_AT names holds
 * {"statement": <regular expression>, "when": "before" | "after"}. It is deleted with the kill.
 */
const { existsSync, readFileSync, rmSync } = require('node:fs');
const Module = require('node:module');

const file = process.env.KILL_AT;

function killsAt(statement, when) {
	if (!existsSync(file)) return false;
	const wanted = JSON.parse(readFileSync(file, 'utf8'));
	return wanted.when === when && new RegExp(wanted.statement).test(statement);
}

function die() {
	rmSync(file);
	process.kill(process.pid, 'SIGKILL');
}

function watch(prototype, method) {
	const original = prototype[method];
	prototype[method] = function (statement, ...rest) {
		if (killsAt(statement, 'before')) die();
		const isLast = killsAt(statement, 'after');
		const values = rest.map((value) => (isLast && typeof value === 'function' ? () => die() : value));
		return original.call(this, statement, ...values);
	};
}

const load = Module._load;
Module._load = function (name, ...rest) {
	const loaded = load.call(this, name, ...rest);
	if (name === 'sqlite3' && !loaded.isWatched) {
		loaded.isWatched = true;
		for (const method of ['run', 'all']) watch(loaded.Database.prototype, method);
	}
	return loaded;
};
