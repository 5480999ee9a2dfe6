import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';

/** A message to the user when something goes wrong: what happened, and what to do about it. */
export interface Message {
	file: string;
	says: string;
	remedy: string;
}

/**
 * Every message of the shipped code, found in its source: refusals of an item, errors of n8n, and explanations (objects
 * with `message` and `description`). A value that a message fills in is shown as ‹name›.
 */
export function messagesOf(root: string): Message[] {
	const files = ['core', 'credentials', 'nodes'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => join(root, folder, file)),
	);
	return files.sort().flatMap((file) => {
		const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
		const name = relative(root, file).split(sep).join('/');
		return [...found(source)].map(({ says, remedy }) => ({
			file: name,
			says: wordsOf(says),
			remedy: remedy ? wordsOf(remedy) : '',
		}));
	});
}

function* found(node: ts.Node): Generator<{ says: ts.Expression; remedy?: ts.Expression }> {
	if (ts.isObjectLiteralExpression(node)) {
		const [says, remedy] = [valueOf(node, 'message'), valueOf(node, 'description')];
		if (says && remedy && isText(says)) yield { says, remedy };
	} else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
		const [says, remedy] = node.arguments;
		if (node.expression.name.text === 'refusal' && says) yield { says, remedy };
	} else if (
		ts.isNewExpression(node) &&
		/^(NodeOperation|\w+Address|Amount|Date|Paging|ListChanged)Error$/.test(node.expression.getText())
	) {
		const says = node.arguments?.find(isText);
		const details = node.arguments?.find(ts.isObjectLiteralExpression);
		if (says) yield { says, remedy: details && valueOf(details, 'description') };
	}
	for (const child of node.getChildren()) yield* found(child);
}

function valueOf(object: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined {
	for (const property of object.properties) {
		if (property.name?.getText() !== key) continue;
		if (ts.isPropertyAssignment(property)) return property.initializer;
		if (ts.isShorthandPropertyAssignment(property)) return property.name;
	}
	return undefined;
}

/** Whether it is our own text, not a message passed on. */
function isText(node: ts.Expression): boolean {
	if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
	if (ts.isConditionalExpression(node)) return isText(node.whenTrue) && isText(node.whenFalse);
	return false;
}

function wordsOf(node: ts.Expression): string {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isParenthesizedExpression(node)) return wordsOf(node.expression);
	if (ts.isTemplateExpression(node))
		return node.head.text + node.templateSpans.map((span) => filledIn(span.expression) + span.literal.text).join('');
	if (ts.isConditionalExpression(node)) {
		const choices = [wordsOf(node.whenTrue), wordsOf(node.whenFalse)].filter((words) => words !== '');
		return choices.join(' · ');
	}
	if (ts.isBinaryExpression(node)) {
		const isSum = node.operatorToken.kind === ts.SyntaxKind.PlusToken;
		return [wordsOf(node.left), wordsOf(node.right)].join(isSum ? '' : ' · ');
	}
	return filledIn(node);
}

/** A value within a message: its words where they are known, else its name. */
function filledIn(node: ts.Expression): string {
	if (isText(node)) return wordsOf(node);
	if (ts.isIdentifier(node)) {
		const constant = constantOf(node);
		return constant && isText(constant) && !/attempts|reason|code/.test(constant.getText())
			? wordsOf(constant)
			: `‹${node.text}›`;
	}
	if (ts.isPropertyAccessExpression(node)) return `‹${node.name.text}›`;
	if (ts.isCallExpression(node)) {
		const { expression, arguments: given } = node;
		if (ts.isPropertyAccessExpression(expression)) return filledIn(expression.expression);
		return given[0] ? filledIn(given[0]) : `‹${expression.getText()}›`;
	}
	return '‹…›';
}

/** What a constant was set to, in the scopes around its use. */
function constantOf(name: ts.Identifier): ts.Expression | undefined {
	for (let scope: ts.Node | undefined = name.parent; scope; scope = scope.parent) {
		if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
		for (const statement of scope.statements) {
			if (!ts.isVariableStatement(statement)) continue;
			const found = statement.declarationList.declarations.find((each) => each.name.getText() === name.text);
			if (found) return found.initializer;
		}
	}
	return undefined;
}
