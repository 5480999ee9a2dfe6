import { installedN8n } from '../runtime/installedN8n';
import { runProgram } from '../runtime/program';
import { figureOf, inTurns } from './figures';
import { payouts, timed, type Way } from './jobs';
import { paymentsOf, Stage } from './stage';

void runProgram(async (lifetime) => {
	await installedN8n();
	const stage = await Stage.open(lifetime);
	await stage.restart();
	const service = await stage.service(20);
	const [json] = payouts.jsonRequests(service).nodes;
	const variant = (name: string, jsonBody: string): Way => ({ kind: 'rival', name, nodes: [{ ...json!, parameters: { ...json!.parameters, jsonBody } }] });
	const b = (expr: string) => expr;
	const prepared = `={{ JSON.stringify({ payout_method_name: 'au_payid_npp_aud', currency: 'AUD', description: 'Wages of March', external_id: $json.external_id, payout_transaction_details: [{ ...$json }], webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'x' } }) }}`;
	void b; void prepared;
	const fixed = `{"payout_method_name":"au_payid_npp_aud","currency":"AUD","description":"Wages of March","external_id":"x","payout_transaction_details":[{"first_name":"Payee","last_name":"Number","email":"p@payees.example","amount":5,"payout_method_params":{"pay_id":"p@payees.example","pay_id_type":"EMAIL"},"external_id":"x"}],"webhook_notification":{"endpoint_url":"http://127.0.0.1:9/","authorization_header":"x"}}`;
	const twoExpr = `={{ '${fixed.replaceAll("}}", "} }")}'.replaceAll('"x"', '"' + $json.external_id + '"') }}`;
	const ways: Way[] = [payouts.requests(service), payouts.jsonRequests(service), variant('fixed body', fixed), variant('one value', twoExpr), payouts.ours(service, 'ours', {})];
	const ids = new Map<string, string>();
	for (const [i, way] of ways.entries()) {
		ids.set(way.name, await stage.publish(timed(`x-${i}`, way, 1000)));
		await service.renew();
		await stage.run(ids.get(way.name)!, `x-${i}`);
	}
	const all = await inTurns(ways, 3, async (way) => {
		await service.renew();
		const m = await stage.run(ids.get(way.name)!, `x-${ways.indexOf(way)}`);
		console.log(way.name, Math.round(m.milliseconds), 'busy', Math.round(m.busy), 'paid', paymentsOf(service));
		return m;
	});
	for (const [name, ms] of all) console.log(name, figureOf(ms.map((m) => m.milliseconds)).median, 'busy', figureOf(ms.map((m) => m.busy)).median);
});
