import fc from '../../../seeded';
import {
	accountTag,
	deriveAuthorization,
	verifyAuthorization,
	withMaskedAuthorization,
	type Authorization,
} from '../../../../core/service/authorization';

const nonce = Uint8Array.from({ length: 12 }, (_, index) => index);
const long = 'x'.repeat(60);
/** Published values for secret `s3cret`, app-id `app-1` and this nonce, by external id. */
const vectors: [externalId: string | null, value: string][] = [
	['inv-1', 'Bearer mcp2.zRymbo-b.AAECAwQFBgcICQoL.aW52LTE.pCxQ9mnrXtHQfEwxSgRz8Rv2oIOudO8gKiCz3OkUchM'],
	[null, 'Bearer mcp2.zRymbo-b.AAECAwQFBgcICQoL..lFPQ2p19WRBRECJNls1noBKpr1PWerYi4dyal5ONj28'],
	[long, 'Bearer mcp2.zRymbo-b.AAECAwQFBgcICQoL.~QvLZczVmn4aEa3IaiqWFUaRl.R5m6VgtOCSO_teWKe5tMHFuGmy9pd7yTWefJbh-io1M'],
];
const [[, vector]] = vectors as [[string, string]];
const account = { appId: 'app-1', secrets: ['s3cret'] };
const material = { accounts: [account], accepted: [] as string[] };
const text = fc.string({ minLength: 1, unit: 'grapheme' });

function derivedOf(authorization: Authorization) {
	if (authorization.outcome !== 'derived') throw new Error(`The value was ${authorization.outcome}`);
	return authorization;
}

describe('deriveAuthorization', () => {
	it.each(vectors)('gives the published value for the external id %j', (externalId, value) => {
		expect(deriveAuthorization({ secret: 's3cret', appId: 'app-1', externalId, nonce })).toBe(value);
	});

	it('gives another value for every payment', () => {
		const values = Array.from({ length: 1000 }, () =>
			deriveAuthorization({ secret: 's', appId: 'a', externalId: 'inv-1' }),
		);
		expect(new Set(values).size).toBe(1000);
	});

	it.each([
		{ secret: '', appId: 'app-1' },
		{ secret: 's3cret', appId: '' },
		{ secret: 's3cret', appId: 'app-1', nonce: new Uint8Array(15) },
	])('refuses what anybody could derive: %j', (payment) => {
		expect(() => deriveAuthorization({ externalId: null, ...payment })).toThrow(/notification/);
	});
});

describe('verifyAuthorization', () => {
	it('recognises what it derived, with the current and the previous secret, of any of several accounts', () => {
		fc.assert(
			fc.property(text, text, text, fc.option(text), (secret, previous, appId, externalId) => {
				const header = deriveAuthorization({ secret, appId, externalId });
				for (const accounts of [
					[{ appId, secrets: [secret] }],
					[{ appId, secrets: [previous, secret] }],
					[account, { appId, secrets: [secret] }],
				]) {
					const { appId: named, reference } = derivedOf(verifyAuthorization(header, { accounts, accepted: [] }));
					expect(named).toBe(appId);
					expect(reference.is(externalId)).toBe(true);
					expect(reference.is(`${externalId ?? ''}1`)).toBe(false);
				}
			}),
		);
	});

	it('tells which payment a value is bound to, unless its external id is long', () => {
		const references = vectors.map(([, value]) => derivedOf(verifyAuthorization(value, material)).reference);
		expect(references.map(({ externalId, isToNone }) => ({ externalId, isToNone }))).toEqual([
			{ externalId: 'inv-1', isToNone: false },
			{ externalId: null, isToNone: true },
			{ externalId: null, isToNone: false },
		]);
		expect(references.map((reference) => vectors.map(([externalId]) => reference.is(externalId)))).toEqual([
			[true, false, false],
			[false, true, false],
			[false, false, true],
		]);
	});

	it.each([
		['48 bytes', 'é'.repeat(24), 'é'.repeat(24)],
		['49 bytes', `${'é'.repeat(24)}x`, null],
	])('carries an external id of %s: %j', (_size, externalId, carried) => {
		const value = deriveAuthorization({ secret: 's3cret', appId: 'app-1', externalId });
		expect(derivedOf(verifyAuthorization(value, material)).reference.externalId).toBe(carried);
	});

	it('refuses a value of another secret, or with any one character changed', () => {
		expect(verifyAuthorization(vector, { accounts: [{ ...account, secrets: ['other'] }], accepted: [] })).toEqual({
			outcome: 'refused',
		});
		fc.assert(
			fc.property(fc.nat(vector.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
				fc.pre(vector[at] !== character);
				const forged = vector.slice(0, at) + character + vector.slice(at + 1);
				expect(verifyAuthorization(forged, material).outcome).toBe('refused');
			}),
		);
	});

	it('says which account a value names that is none of these', () => {
		expect(verifyAuthorization(vector, { accounts: [{ ...account, appId: 'app-2' }], accepted: [] })).toEqual({
			outcome: 'refused',
			tag: accountTag('app-1'),
		});
		expect(accountTag('app-1')).toBe('zRymbo-b');
	});

	it('holds the whole header value against the accepted ones', () => {
		const accepting = { accounts: [{ ...account, secrets: [] }], accepted: ['Bearer shop', 'old value', vector] };
		for (const header of ['Bearer shop', 'old value', vector])
			expect(verifyAuthorization(header, accepting)).toEqual({ outcome: 'accepted' });
		for (const header of ['shop', 'bearer shop', 'Bearer shop ', ' Bearer shop', 'Bearer  shop', 'Bearer sho', 'old'])
			expect(verifyAuthorization(header, accepting)).toEqual({ outcome: 'refused' });
	});

	it('accepts nothing when nothing is configured, and never an empty value', () => {
		const nothing = { accounts: [{ appId: '', secrets: ['', ''] }], accepted: ['', ''] };
		for (const header of [undefined, '', 'Bearer ', 'Bearer mcp2....', vector]) {
			expect(verifyAuthorization(header, nothing).outcome).toBe('refused');
			expect(verifyAuthorization(header, { accounts: [], accepted: [] }).outcome).toBe('refused');
		}
		expect(verifyAuthorization('', { ...material, accepted: [''] }).outcome).toBe('refused');
	});

	it('never throws, whatever the header', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (header) => {
				expect(verifyAuthorization(header, { ...material, accepted: ['only this'] }).outcome).toBe('refused');
			}),
		);
	});
});

describe('withMaskedAuthorization', () => {
	const masked = { a: { authorization_header: '****' }, b: 1 };

	it.each<[string, unknown]>([
		['a value', { a: { authorization_header: vector }, b: 1 }],
		['one with quotes and backslashes', { a: { authorization_header: '"\\" \\' }, b: 1 }],
		['a masked one with letters', { a: { authorization_header: '****ichU' }, b: 1 }],
	])('masks %s', (_what, body) => {
		expect(JSON.parse(withMaskedAuthorization(JSON.stringify(body)))).toEqual(masked);
		expect(JSON.parse(withMaskedAuthorization(JSON.stringify(body, null, 2)))).toEqual(masked);
	});

	it.each<[string, unknown]>([
		['a mask of any length', [{ authorization_header: '*' }, { authorization_header: '' }]],
		['what is no text', [{ authorization_header: null }, { authorization_header: { b: 'x' } }]],
		['a text that quotes the field', { description: JSON.stringify({ authorization_header: 'x' }) }],
		['other fields', { authorization: 'x', my_authorization_header: 'x' }],
	])('leaves %s', (_what, body) => {
		expect(withMaskedAuthorization(JSON.stringify(body))).toBe(JSON.stringify(body));
	});

	it('copes with a value without an end', () => {
		const endless = `{"authorization_header":"${'x'.repeat(30_000_000)}`;
		expect(withMaskedAuthorization(endless)).toHaveLength(endless.length);
	});
});
