/** An element of an XML document, as far as tests need it. */
export class XmlElement {
	readonly children: XmlElement[] = [];
	text = '';

	constructor(
		readonly name: string,
		readonly attributes: Readonly<Record<string, string>>,
	) {}

	/** This element and all below it. */
	*all(): Generator<XmlElement> {
		yield this;
		for (const child of this.children) yield* child.all();
	}

	find(name: string): XmlElement[] {
		return [...this.all()].filter((each) => each.name === name);
	}
}

export const childNames = ({ children }: XmlElement): string[] => children.map(({ name }) => name);

/** The text of the first element on a way of names; undefined where there is none. */
export function textAt(element: XmlElement, way: string): string | undefined {
	return way.split(' ').reduce<XmlElement | undefined>((at, name) => at?.find(name)[0], element)?.text;
}

const unescaped = (text: string) =>
	text.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)));

/** Parses a document without comments, processing instructions and mixed content. @throws where it is not well-formed */
export function parseXml(document: string): XmlElement {
	const top = new XmlElement('', {});
	const open = [top];
	const tokens = document
		.replace(/^<\?xml [^?]*\?>/, '')
		.matchAll(/<(\/?)([A-Za-z0-9]+)((?: \w+="[^"<]*")*)>|([^<]+)|(.)/gs);
	for (const [, end, name, attributes = '', text, other] of tokens) {
		const current = open.at(-1);
		if (!current || other !== undefined) throw new Error(`Not well-formed at ${other ?? name}`);
		if (text !== undefined) {
			if (/[>]|&(?!#\d+;)/.test(text)) throw new Error(`Not escaped: ${text}`);
			current.text += unescaped(text.trim());
		} else if (end === '/') {
			if (current.name !== name) throw new Error(`${current.name} ends with ${name}`);
			open.pop();
		} else {
			const pairs = [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
				key,
				unescaped(value),
			]);
			const element = new XmlElement(name ?? '', Object.fromEntries(pairs) as Record<string, string>);
			current.children.push(element);
			open.push(element);
		}
	}
	const [root] = top.children;
	if (!root || open.length !== 1) throw new Error('An element is not closed');
	return root;
}
