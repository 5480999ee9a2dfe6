import { describe, expect, it } from '@jest/globals';
import { isCutOf, parseServiceJson } from '../../../core/serviceJson';

describe('parseServiceJson', () => {
	it('keeps every digit of a whole number that JavaScript cannot hold, as text', () => {
		expect(parseServiceJson('{"meta_data":{"order":9007199254740993,"list":[-12345678901234567890]}}')).toEqual({
			meta_data: { order: '9007199254740993', list: ['-12345678901234567890'] },
		});
	});

	it('leaves every other value as it is', () => {
		const text =
			'{"id":9007199254740991,"amount":1234567890123456.5,"small":0.1234567890123456789,"large":1e22,"text":"12345678901234567890"}';
		expect(parseServiceJson(text)).toEqual(JSON.parse(text));
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
