import { statePictures } from '../../../docs/pages/states';

it('the pictures draw as told alone the five statuses that no record of a payin shows, and no other', () => {
	const pictures = statePictures().split('### ').slice(1);
	const toldIn = (picture: string) => [...picture.matchAll(/\((\w+)\):::told/g)].map(([, status]) => status);
	const told = ['authorised', 'failed', 'partially_refunded', 'in_dispute', 'dispute_lost'];
	const isOfPayins = (picture: string) => picture.startsWith('Payin (');
	expect(pictures.filter(isOfPayins).map(toldIn)).toEqual([told]);
	expect(pictures.filter((picture) => !isOfPayins(picture)).flatMap(toldIn)).toEqual([]);
});
