import fc from '../../../seeded';
import { cleanedAudName, cleanedName, isSameName, PAYEE_NAME } from '../../../../core/payments/payeeName';

it.each([
	['O’Hara', 'OHara', "O'Hara"],
	["D'Angelo", 'DAngelo', "D'Angelo"],
	['Anne-Marie', 'Anne Marie', 'Anne Marie'],
	['  Ada   Byron ', 'Ada Byron', 'Ada Byron'],
	['Müller & Söhne GmbH & Co. KG', 'Müller Söhne GmbH Co KG', 'Müller Söhne GmbH Co KG'],
	['山田　太郎', '山田 太郎', '山田 太郎'],
	['---', '', ''],
])('the name %s is sent as %j, in v1 as %j', (name, sent, sentInV1) => {
	expect([cleanedName(name), cleanedAudName(name)]).toEqual([sent, sentInV1]);
});

it('a cleaned name is one that the service takes, or nothing is left of it', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (name) => {
			const cleaned = cleanedName(name);
			expect(cleaned === '' || PAYEE_NAME.test(cleaned)).toBe(true);
			expect(cleanedAudName(name)).toMatch(/^[\p{L}\p{M}\p{Nd}' ]*$/u);
			if (PAYEE_NAME.test(name)) expect(cleaned).toBe(name);
		}),
	);
});

it.each([
	['Nathan Smith', 'SMITH  Nathan', true],
	['Zoë Müller', 'Muller Zoe', true],
	['山田 太郎', '太郎 山田', true],
	['Nathan Smith', 'Nathan', false],
	['Nathan Smith', 'Nathan Smyth', false],
	['Nathan Smith', null, false],
])('%s and %s are the same: %s', (one, other, same) => {
	expect(isSameName(one, other)).toBe(same);
});
