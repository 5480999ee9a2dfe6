import { flagIn, isOn } from '../../../../core/text/switches';

/** Switches, which an expression may give in words. */

it.each<[unknown, boolean | undefined]>([
	[true, true],
	['true', true],
	[' TRUE ', true],
	[1, true],
	['1', true],
	[false, false],
	['False', false],
	[0, false],
	['', false],
	['  ', false],
	[undefined, false],
	[null, false],
	['yes', undefined],
	[2, undefined],
	[['true'], undefined],
	[{}, undefined],
])('%p says %p', (value, says) => {
	expect(flagIn(value)).toBe(says);
	expect(isOn(value)).toBe(says === true);
});
