import { isUsablePath } from '../../nodes/events/fields';

it.each(['', 'multi-currency-payments', 'pay', '/pay/', 'shop/pay.v2', 'a_b~c', '.well-known/pay', 'a..b'])(
	'a trigger can have the path %j',
	(path) => {
		expect(isUsablePath(path)).toBe(true);
	},
);

it.each([
	'pay#x',
	'pay?x=1',
	'pay x',
	'päy',
	'pay/:id',
	'pay%20x',
	'pay//x',
	'/',
	'..',
	'pay/..',
	'./pay',
	'a/../b',
	'a\\b',
	'https://x',
])('no trigger can have the path %j', (path) => {
	expect(isUsablePath(path)).toBe(false);
});
