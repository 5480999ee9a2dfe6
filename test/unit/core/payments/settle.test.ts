import { pauseBetweenLookUps } from '../../../../core/payments/settle';

it('look-ups come quickly at first, and later every five seconds', () => {
	expect([1, 2, 3, 4, 5, 6, 7, 100].map(pauseBetweenLookUps)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
});
