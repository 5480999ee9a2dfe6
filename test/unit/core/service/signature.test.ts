import { createHmac } from 'crypto';
import fc from '../../../seeded';
import {
	signatureAlgorithms,
	verifySignature,
	type SignatureAlgorithm,
	type SignatureEncoding,
	type SignatureMaterial,
} from '../../../../core/service/signature';

const body = Buffer.from('{"uuid":"K7QX2M9D","status":"received"}');
const material: SignatureMaterial = { keys: ['signing key'], algorithm: 'sha256', encoding: 'hex' };
const sign = (bytes: Uint8Array, key: string, algorithm: string, encoding: SignatureEncoding) =>
	createHmac(algorithm, key).update(bytes).digest(encoding);
const signature = sign(body, 'signing key', 'sha256', 'hex');

const algorithm = fc.constantFrom<SignatureAlgorithm>(...signatureAlgorithms);
const encoding = fc.constantFrom<SignatureEncoding>('hex', 'base64');
const key = fc.string({ minLength: 1 });

describe('verifySignature', () => {
	it('knows the HMAC of RFC 4231, test case 2', () => {
		const published = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
		const signed = Buffer.from('what do ya want for nothing?');
		expect(verifySignature(signed, published, { ...material, keys: ['Jefe'] })).toBe(true);
	});

	it('accepts the current and the previous key, every algorithm and encoding, prefixed or not', () => {
		fc.assert(
			fc.property(fc.uint8Array(), key, key, algorithm, encoding, (bytes, current, previous, hash, form) => {
				const given = sign(bytes, previous, hash, form);
				const settings = { keys: [current, previous], algorithm: hash, encoding: form };
				expect(verifySignature(bytes, given, settings)).toBe(true);
				expect(verifySignature(bytes, `${hash}=${given}`, settings)).toBe(true);
				expect(verifySignature(bytes, `${hash.toUpperCase().replace('SHA', 'SHA-')}=${given}`, settings)).toBe(true);
			}),
		);
		expect(verifySignature(body, signature.toUpperCase(), material)).toBe(true);
	});

	it('refuses a body of which any bit changed', () => {
		fc.assert(
			fc.property(fc.nat(body.length - 1), fc.nat(7), (at, bit) => {
				const changed = Buffer.from(body);
				changed[at] ^= 1 << bit;
				expect(verifySignature(changed, signature, material)).toBe(false);
			}),
		);
	});

	it('refuses everything when no key is set', () => {
		const unsigned = sign(body, '', 'sha256', 'hex');
		expect(verifySignature(body, unsigned, { ...material, keys: [] })).toBe(false);
		expect(verifySignature(body, unsigned, { ...material, keys: ['', ''] })).toBe(false);
	});

	it.each([
		['missing', undefined],
		['empty', ''],
		['only a prefix', 'sha256='],
		['of another algorithm', `sha512=${signature}`],
		['prefixed twice', `sha256=sha256=${signature}`],
		['too short', signature.slice(2)],
		['too long', `${signature}00`],
		['with half a byte more', `${signature}0`],
		['surrounded by spaces', ` ${signature} `],
		['followed by what a decoder would skip', `${signature}zz`],
		['in the other encoding', Buffer.from(signature, 'hex').toString('base64')],
	])('refuses a signature that is %s', (_, given) => {
		expect(verifySignature(body, given, material)).toBe(false);
	});

	it('answers false, never an exception, to anything', () => {
		fc.assert(
			fc.property(
				fc.anything(),
				fc.anything(),
				fc.oneof(algorithm, fc.string()),
				encoding,
				(bytes, given, hash, form) => {
					const settings = { keys: ['signing key'], algorithm: hash as SignatureAlgorithm, encoding: form };
					expect(verifySignature(bytes as Uint8Array, given as string, settings)).toBe(false);
				},
			),
		);
		expect(verifySignature(undefined, signature, material)).toBe(false);
		expect(verifySignature(body, signature, { ...material, algorithm: 'toString' as SignatureAlgorithm })).toBe(false);
	});
});
