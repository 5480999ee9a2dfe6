import { digestOf } from '../../../core/digest';

it('a digest is the same in every version of the package: claims and executions keep it', () => {
	expect(digestOf('https://service.example/api', 'app-1')).toBe('8c19cf06a09c7d8b');
});

it.each<[string[], string[]]>([
	[['a'], ['b']],
	[['a'], ['a', '']],
	[
		['ab', 'c'],
		['a', 'bc'],
	],
	[
		['a', 'b'],
		['b', 'a'],
	],
	// Parts that look like the way in which they are joined.
	[['1:a;1:b'], ['a;1:b']],
	[['a;1:b'], ['a', 'b']],
])('%j and %j have different digests', (one, other) => {
	expect(digestOf(...one)).not.toBe(digestOf(...other));
});

it('a digest may name a property, whatever its text is', () => {
	for (const text of ['__proto__', 'constructor', 'Zahlung № 7', '\u0000'])
		expect(digestOf(text)).toMatch(/^[0-9a-f]{16}$/);
});
