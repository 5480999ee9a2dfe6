import { endpoints, payinCreateBody } from '../../../contract';
import { disagreements, dropField, exportedAt, schemaAt } from '../../../docs/coverage/contractSchema';
import type { Holding } from '../../../docs/coverage/row';
import { specification } from '../../../docs/coverage/specification';

const holdings = specification.flatMap(({ rows }) => rows.flatMap(({ contract }) => contract));
const held = <K extends Holding['kind']>(kind: K) =>
	holdings.filter((holding): holding is Extract<Holding, { kind: K }> => holding.kind === kind);

describe('the contract says what the specification says', () => {
	it.each(held('field').map(({ at, type }) => [at, type] as const))('%s is %s', (at, type) => {
		expect(disagreements(at, type)).toEqual([]);
	});

	it.each(held('field').map(({ at, type }) => [at, type] as const))('would miss %s, %s', (at, type) => {
		const putBack = dropField(at);
		const found = disagreements(at, type);
		putBack();
		expect(found).not.toEqual([]);
		expect(disagreements(at, type)).toEqual([]);
	});

	it.each(held('value').flatMap(({ list, value, at }) => at.map((place) => [place, value, list] as const)))(
		'%s takes %s of %s',
		(place, value) => {
			expect(schemaAt(place)?.safeParse(value)).toEqual({ success: true, data: value });
		},
	);

	it.each(held('limit').map(({ limit, value }) => [limit, value] as const))('the limit %s is %p', (limit, value) => {
		expect(exportedAt(`limits.${limit}`)).toBe(value);
	});

	it('knows that sender_info, expire_in and redirect_url are not of v2', () => {
		const ofV2 = Object.keys(payinCreateBody.shape);
		expect(ofV2.filter((field) => /sender_info|expires?_in|redirect_url|payin_method_code/.test(field))).toEqual([]);
		expect(schemaAt('v3.links.create body expires_in')).toBeDefined();
	});

	it('refuses a status and an outcome that nobody named', () => {
		expect(endpoints['v2.payins.simulate'].body.safeParse({ uuid: 'K7', status: 'perhaps' }).success).toBe(false);
		expect(schemaAt('v2.payins.detail response status')?.safeParse('perhaps').success).toBe(false);
		expect(schemaAt('v2.payouts.detail response status')?.safeParse('perhaps').success).toBe(false);
	});
});
