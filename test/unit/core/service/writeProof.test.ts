import { isProven, PROOF_HEADER, proofOf } from '../../../../core/service/writeProof';

/** The proof that a write comes from the node that holds the guards. */

const write = { method: 'POST', url: 'https://service.test/v2/payouts', body: '{"amount":5}' };

it('is an HMAC in hex, the same each time, under a name that the credential removes', () => {
	expect(proofOf('secret', write)).toMatch(/^[0-9a-f]{64}$/);
	expect(proofOf('secret', write)).toBe(proofOf('secret', { ...write }));
	expect(PROOF_HEADER).toBe('x-guarded-write');
});

it('proves the write that it was made for, whether its body is text, bytes or empty', () => {
	for (const body of [write.body, Buffer.from(write.body), '', undefined])
		expect(isProven('secret', { ...write, body }, proofOf('secret', { ...write, body }))).toBe(true);
	expect(proofOf('secret', { ...write, body: undefined })).toBe(proofOf('secret', { ...write, body: '' }));
});

it.each([
	['another method', { ...write, method: 'PUT' }, 'secret'],
	['another address', { ...write, url: `${write.url}/1` }, 'secret'],
	['another body', { ...write, body: '{"amount":6}' }, 'secret'],
	['another key', write, 'other'],
])('does not prove %s', (_what, sent, key) => {
	expect(isProven(key, sent, proofOf('secret', write))).toBe(false);
});

it.each([undefined, '', 'x', 5, null])('is not %j', (proof) => {
	expect(isProven('secret', write, proof)).toBe(false);
});

it('is never given for a body of another form, so that none proves it', () => {
	const form = { ...write, body: { amount: 5 } };
	expect(proofOf('secret', form)).toBeNull();
	for (const proof of ['', undefined, 'null']) expect(isProven('secret', form, proof)).toBe(false);
});
