import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withGenerated } from '../../docs/pages/marked';
import { waysTable } from '../../docs/pages/ways';
import { Lifetime } from '../../runtime/lifetime';
import { openStage, type Stage } from '../../runtime/stage';
import { OtherServices } from './examples/otherServices';
import { GUARDS, MOVES, tenCalls, wordFor, type Call } from './fiveWays/calls';
import { allWays, callReviewedOverMcp, type Way } from './fiveWays/ways';

const PAGE = join(__dirname, '..', '..', 'docs', 'agents.md');

describe('ten calls in each way in which n8n runs the node', () => {
	const lifetime = new Lifetime();
	const services = new OtherServices();
	const results = new Map<string, Map<string, string>>();
	let opened: Stage | undefined;
	let ways: Way[] = [];

	beforeAll(async () => {
		const folder = lifetime.temporaryFolder('multi-currency-payments-ways-');
		const door = join(folder, 'door');
		const reached = await services.listen(folder);
		lifetime.defer(() => services.close());
		const preload = `--require ${join(__dirname, 'fiveWays', 'door.cjs')}`;
		const stage = (opened = await openStage({ ...reached, NODE_OPTIONS: preload, DOOR: door }));
		lifetime.defer(() => stage.close());
		const { client } = stage;
		const key = { name: 'Model', type: 'openAiApi', data: { apiKey: 'of the test only' } };
		const model = { openAiApi: { name: key.name, id: await client.saveCredential(key) } };
		const credential = await stage.credentialWith('An agent’s own', GUARDS);
		ways = await allWays({ stage, credential, model, doorUrl: `http://127.0.0.1:${readFileSync(door, 'utf8')}` });
	});

	afterAll(async () => await lifetime.end());

	/** How many payments the account has made and sent back. */
	function moved({ emulator }: Stage): number {
		const { payouts, payins } = emulator.account('AUD');
		return payouts.payments().payouts.length + payins.payments().refunds.length;
	}

	async function received(stage: Stage, key: string): Promise<string> {
		const { uuid } = await stage.account.createPayin(key, 'https://shop.example/nobody');
		await stage.account.simulatePayin(uuid);
		return uuid;
	}

	test('move money once, refuse what they must, and say so', async () => {
		const stage = opened;
		if (!stage) throw new Error('n8n did not start: see the first failure.');
		const [seen, expected]: [unknown[], unknown[]] = [[], []];
		for (const [index, { name, call: make }] of ways.entries()) {
			const words = new Map<string, string>();
			results.set(name, words);
			const payin = await received(stage, `payin-${index}`);
			for (const call of tenCalls(`way-${index}`, payin, name === 'Workflow')) {
				const before = moved(stage);
				const word = wordFor(call, await make(call));
				words.set(call.name, word);
				seen.push([name, call.name, word, moved(stage) - before]);
				expected.push([name, call.name, call.word, MOVES[call.word]]);
			}
		}
		expect(seen).toEqual(expected);
	});

	test('a review of n8n’s before a tool of the MCP Server Trigger answers nothing, and nothing is paid', async () => {
		const stage = opened;
		if (!stage) throw new Error('n8n did not start: see the first failure.');
		const before = moved(stage);
		const [{ values }] = tenCalls('reviewed', '', false) as [Call];
		expect(await callReviewedOverMcp(stage, await stage.credentialWith('Reviewed', GUARDS), values)).toBe('');
		expect(moved(stage)).toBe(before);
	});

	test('docs/agents.md shows what became of them', () => {
		const page = readFileSync(PAGE, 'utf8');
		const written = withGenerated(page, 'ways', waysTable(results));
		if (process.env.WRITE_WAYS) writeFileSync(PAGE, written);
		expect(readFileSync(PAGE, 'utf8')).toBe(written);
	});
});
