import { describe, expect, it } from '@jest/globals';
import fc from '../../../seeded';
import { isCutOf, parseServiceJson } from '../../../../core/service/payload';

describe('parseServiceJson', () => {
	it('keeps every digit of a whole number that JavaScript cannot hold, as text', () => {
		expect(parseServiceJson('{"meta_data":{"order":9007199254740993,"list":[-12345678901234567890]}}')).toEqual({
			meta_data: { order: '9007199254740993', list: ['-12345678901234567890'] },
		});
	});

	it('leaves every other value as it is', () => {
		const text =
			'{"id":9007199254740991,"amount":1234567890123456.5,"small":0.1234567890123456789,"large":1e22,"text":"12345678901234567890","tiny":1e-1234567890123456789,"quoted\\"":"a \\" 12345678901234567890 \\\\","\\\\":[1]}';
		expect(parseServiceJson(text)).toEqual(JSON.parse(text));
	});

	it('makes no JSON of what is none', () => {
		for (const text of ['{"id":012345678901234567}', '{"id":--12345678901234567}', '{12345678901234567:1}', '"\\'])
			expect(parseServiceJson(text)).toBeUndefined();
	});

	it('reads what it has read before it, whatever is in it', () => {
		const written = fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }).map((number) => ({ number }));
		const value = fc.letrec((tie) => ({
			node: fc.oneof(fc.string(), written, fc.array(tie('node')), fc.dictionary(fc.string(), tie('node'))),
		})).node;
		const textOf = (node: unknown): string => {
			if (typeof node === 'object' && node !== null && 'number' in node && typeof node.number === 'bigint')
				return String(node.number);
			if (Array.isArray(node)) return `[${node.map(textOf).join()}]`;
			if (typeof node !== 'object' || node === null) return JSON.stringify(node);
			return `{${Object.entries(node)
				.map(([key, each]) => `${JSON.stringify(key)}:${textOf(each)}`)
				.join()}}`;
		};
		const digits = (text: string) => text.replaceAll(/"(-?\d{16,})"/g, '$1');
		fc.assert(
			fc.property(value, (node) => {
				const text = textOf(node);
				expect(digits(JSON.stringify(parseServiceJson(text)))).toBe(digits(text));
			}),
		);
	});

	it('masks authorization values, and tells what is no JSON', () => {
		expect(parseServiceJson('{"authorization_header":"secret","id":12345678901234567890}')).toEqual({
			authorization_header: '****',
			id: '12345678901234567890',
		});
		expect(parseServiceJson('<html>')).toBeUndefined();
	});
});

describe('isCutOf', () => {
	it.each([
		['12345678901234567890', '12345678901234567000', true],
		['12345678901234567890', '12345678901234567891', false],
		['0000000000000007', '7', false],
		['007', '7', false],
	])('%s shown as %s: %s', (text, value, isCut) => {
		expect(isCutOf(text, value)).toBe(isCut);
	});
});
