import fc from 'fast-check';
import { deriveAuthorization, verifyAuthorization } from '../../../core/authorization';

const vector = 'Bearer mcp1.AAECAwQFBgcICQoLDA0ODw.hVeufTb5rbmuDatq_PpyUZq5aE9RKfDTWSdjJoI31dg';
const nonce = Uint8Array.from({ length: 16 }, (_, index) => index);
const material = { appId: 'app-1', secrets: ['s3cret'], accepted: [] as string[] };
const text = fc.string({ minLength: 1, unit: 'grapheme' });

describe('deriveAuthorization', () => {
	it('gives the published value', () => {
		expect(deriveAuthorization({ secret: 's3cret', appId: 'app-1', nonce })).toBe(vector);
	});

	it('gives another value for every payment', () => {
		const values = Array.from({ length: 1000 }, () => deriveAuthorization({ secret: 's', appId: 'a' }));
		expect(new Set(values).size).toBe(1000);
	});

	it.each([
		{ secret: '', appId: 'app-1' },
		{ secret: 's3cret', appId: '' },
		{ secret: 's3cret', appId: 'app-1', nonce: new Uint8Array(15) },
	])('refuses what anybody could derive: %j', (payment) => {
		expect(() => deriveAuthorization(payment)).toThrow(/notification/);
	});
});

describe('verifyAuthorization', () => {
	it('recognises what it derived, with the current and the previous secret', () => {
		fc.assert(
			fc.property(
				text,
				text,
				text,
				fc.uint8Array({ minLength: 16, maxLength: 16 }),
				(secret, previous, appId, bytes) => {
					const header = deriveAuthorization({ secret, appId, nonce: bytes });
					expect(verifyAuthorization(header, { appId, secrets: [secret], accepted: [] })).toBe('derived');
					expect(verifyAuthorization(header, { appId, secrets: [previous, secret], accepted: [] })).toBe('derived');
				},
			),
		);
	});

	it('refuses a value of another secret, another app-id or with any one character changed', () => {
		expect(verifyAuthorization(vector, { ...material, secrets: ['other'] })).toBeNull();
		expect(verifyAuthorization(vector, { ...material, appId: 'app-2' })).toBeNull();
		fc.assert(
			fc.property(fc.nat(vector.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
				fc.pre(vector[at] !== character);
				const forged = vector.slice(0, at) + character + vector.slice(at + 1);
				expect(verifyAuthorization(forged, material)).toBeNull();
			}),
		);
	});

	it('holds the whole header value against the accepted ones', () => {
		const accepting = { ...material, secrets: [], accepted: ['Bearer shop', 'old value'] };
		expect(verifyAuthorization('Bearer shop', accepting)).toBe('accepted');
		expect(verifyAuthorization('old value', accepting)).toBe('accepted');
		for (const header of ['shop', 'bearer shop', 'Bearer shop ', ' Bearer shop', 'Bearer  shop', 'Bearer sho', 'old']) {
			expect(verifyAuthorization(header, accepting)).toBeNull();
		}
	});

	it('accepts nothing when nothing is configured, and never an empty value', () => {
		const nothing = { appId: '', secrets: ['', ''], accepted: ['', ''] };
		for (const header of [undefined, '', 'Bearer ', 'Bearer mcp1..', vector]) {
			expect(verifyAuthorization(header, nothing)).toBeNull();
			expect(verifyAuthorization(header, { appId: 'app-1', secrets: [], accepted: [] })).toBeNull();
		}
		expect(verifyAuthorization('', { ...material, accepted: [''] })).toBeNull();
	});

	it('never throws, whatever the header', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (header) => {
				expect(verifyAuthorization(header, { ...material, accepted: ['only this'] })).toBeNull();
			}),
		);
	});
});
