const { readdirSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const ts = require('typescript');

const SOURCES = ['core', 'credentials', 'nodes'];

const filesIn = (folder, ending) =>
	readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith(ending))
		.map((name) => join(folder, name));

/** Hands on each node of each file, in TypeScript's own form. */
function visitAll(files, visit) {
	const visitNode = (node) => {
		visit(node);
		ts.forEachChild(node, visitNode);
	};
	for (const file of files)
		visitNode(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
}

/** Every name that n8n or JavaScript itself may use. */
function foreignNames() {
	const names = new Set();
	const types = dirname(require.resolve('n8n-workflow/package.json'));
	visitAll(filesIn(join(types, 'dist'), '.d.ts'), (node) => {
		if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) names.add(node.text);
	});
	const builtIn = Object.getOwnPropertyNames(globalThis)
		.map((name) => globalThis[name])
		.filter((value) => value !== null && ['function', 'object'].includes(typeof value))
		.flatMap((value) => [value, value.prototype ?? {}])
		.flatMap(Object.getOwnPropertyNames);
	return new Set([...names, ...builtIn]);
}

/** Whether a name is that of a field of an object, in whatever form: a variable of the same name is something else. */
function isField(node) {
	const { parent } = node;
	if (ts.isBindingElement(parent)) return ts.isObjectBindingPattern(parent.parent);
	if (ts.isShorthandPropertyAssignment(parent)) return true;
	return (ts.isTypeElement(parent) || ts.isObjectLiteralElement(parent)) && parent.name === node;
}

/**
 * Fields of objects that live in the memory of a process alone: they are neither stored nor sent nor shown, and no text names
 * them. What is stored has to be read by later versions, so its names stay.
 */
const PASSING_FIELDS = [
	'askFirst',
	'assertEach',
	'assertTogether',
	'assertWritable',
	'atMost',
	'balanceId',
	'balanceOf',
	'behind',
	'canLookUp',
	'cancelSignal',
	'defaultOperation',
	'destinationWords',
	'earlier',
	'earlierStatus',
	'echoesAsNumber',
	'effect',
	'executeAll',
	'expectation',
	'finalStatuses',
	'firstLook',
	'handings',
	'hasRecord',
	'hasSeen',
	'hidesEvent',
	'isAskedFor',
	'isAssumed',
	'isBeginning',
	'isComplete',
	'isCurrent',
	'isDueLater',
	'isKnownElsewhere',
	'isListed',
	'isMadeOfFacts',
	'isOfPeriod',
	'isPaid',
	'isPart',
	'isUnclear',
	'keyName',
	'knownUntil',
	'least',
	'limitsAmounts',
	'makesAnother',
	'material',
	'mayBeCut',
	'mayGrow',
	'mayRecognise',
	'moves',
	'movesLater',
	'notFoundAt',
	'notificationSources',
	'notifiedPart',
	'otherIds',
	'others',
	'otherwise',
	'outcomes',
	'overtakenBy',
	'ownItems',
	'partner',
	'payees',
	'present',
	'readAt',
	'readings',
	'receivedAt',
	'recognises',
	'recordsIn',
	'remembering',
	'repeats',
	'resumeAt',
	'retriedSince',
	'sameAmount',
	'sandboxOnly',
	'scale',
	'sentInThisTry',
	'settleTime',
	'shared',
	'sharedInRequest',
	'shortestReason',
	'shows',
	'showsExternalId',
	'showsMeanwhile',
	'takeBack',
	'unclearSince',
	'unseenUntil',
	'whenUnknown',
	'windows',
	'withLookUp',
	'withoutLookUp',
];

/**
 * The members of the classes of the package whose names stand for nothing else: neither a field of an object or of a record,
 * nor a text, nor anything of n8n. Only the package itself uses them, so they can be shortened.
 */
function ownMembers() {
	const members = new Set();
	const foreign = foreignNames();
	const others = new Set(foreign);
	visitAll(
		SOURCES.flatMap((folder) => filesIn(folder, '.ts')),
		(node) => {
			const { parent } = node;
			if (ts.isStringLiteralLike(node)) others.add(node.text);
			else if (!ts.isIdentifier(node)) return;
			// Methods of plain objects are none: n8n finds those of a form by names that other texts are made of.
			else if (ts.isClassElement(parent) && ts.isClassLike(parent.parent) && parent.name === node)
				members.add(node.text);
			else if (isField(node)) others.add(node.text);
		},
	);
	return [...[...members].filter((name) => !others.has(name)), ...PASSING_FIELDS.filter((name) => !foreign.has(name))];
}

module.exports = { ownMembers };
