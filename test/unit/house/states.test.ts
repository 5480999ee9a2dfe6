import { statePictures } from '../../../docs/pages/states';

it('the pictures draw as told alone the five statuses that no record of a payin shows, and no other', () => {
	const pictures = statePictures().split('### ').slice(1);
	const toldIn = (picture: string) =>
		[...picture.matchAll(/class (\S+) told/g)].flatMap(([, statuses = '']) => statuses.split(',')).sort();
	const told = ['authorised', 'dispute_lost', 'failed', 'in_dispute', 'partially_refunded'];
	const isOfPayins = (picture: string) => picture.includes('Payin (`payin`)');
	expect(pictures.filter(isOfPayins).map(toldIn)).toEqual([told]);
	expect(pictures.filter((picture) => !isOfPayins(picture)).flatMap(toldIn)).toEqual([]);
});
