import { statePictures } from '../../../docs/pages/states';

it('the pictures draw as told alone the five statuses that no record of a payin shows, and no other', () => {
	const [payments = '', links = '', payouts = ''] = statePictures().split('### ').slice(1);
	const toldIn = (picture: string) => [...picture.matchAll(/\((\w+)\):::told/g)].map(([, status]) => status);
	const told = ['authorised', 'failed', 'partially_refunded', 'in_dispute', 'dispute_lost'];
	expect([payments, links, payouts].map(toldIn)).toEqual([told, told, []]);
});
