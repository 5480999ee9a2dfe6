import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { check } from '../../../sandbox/check';
import { Journal, type Created } from '../../../sandbox/journal';
import { judge, pageOf, problemsOf, screenOf, Secrets, type Report } from '../../../sandbox/report';
import { Run } from '../../../sandbox/run';
import { Service } from '../../../sandbox/service';
import type { Emulator } from '../../../emulator/server';
import { CURRENCIES, preparedEmulator, ran, servicesOf, withVerdict } from './running';

/** A whole run against something at an address. */
async function reportOn(services: Service[]): Promise<Report> {
	const created: Created[] = [];
	const journal = new Journal(created, 'here', 'check', () => undefined);
	const setup = { prefix: 'check', settle: 300, readOnly: false, journal, webhookSecretKey: '', say: () => undefined };
	const run = new Run(services, setup);
	await check(run);
	const findings = judge(run, undefined, new Secrets([]));
	const basics = { version: '0', date: new Date(0).toISOString(), host: 'here', prefix: 'check', readOnly: false };
	return { ...basics, currencies: ['AUD'], findings, created, problems: problemsOf(run) };
}

const patience = { requestTimeout: 150, timeLimit: 300, outage: 100, settle: 300 };

const serviceAt = (baseUrl: string) =>
	new Service(
		{ baseUrl, currency: 'AUD', appId: 'app', secretKey: 'key' },
		patience,
		new AbortController().signal,
		false,
	);

const PAGE = '<html><body><h1>Welcome to the login page</h1></body></html>';

/** How a server may misbehave. */
const SERVERS: Record<string, RequestListener> = {
	'never answers': () => undefined,
	'fails with 500': (_request, response) => response.writeHead(500).end('{"error":"broken"}'),
	'answers with a page': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
	'refuses with a page': (_request, response) => response.writeHead(403, { 'content-type': 'text/html' }).end(PAGE),
	'breaks connections off': (request) => request.socket.destroy(),
	'breaks answers off': (_request, response) => {
		response.writeHead(200, { 'content-length': 100 });
		response.write('{"records":[');
		setImmediate(() => response.destroy());
	},
	'sends elsewhere': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
	'refuses the keys': (_request, response) => response.writeHead(401).end('{"error":"Unauthorized","message":"no"}'),
	'is busy for ever': (_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end('{}'),
	'answers with null': (_request, response) => response.end('null'),
};

describe('a server that', () => {
	let server: Server;
	afterEach(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});

	async function reportOnServer(listener: RequestListener): Promise<Report> {
		server = createServer(listener);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return await reportOn([serviceAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`)]);
	}

	it.each(Object.entries(SERVERS))('%s gets a report', async (name, listener) => {
		const report = await reportOnServer(listener);
		expect(withVerdict(report.findings, 'confirmed')).toEqual([]);
		expect(screenOf(report)).toContain('unknown');
		if (name.startsWith('breaks')) expect(screenOf(report)).toContain('gave no answer 3 times in a row');
		expect(pageOf(report)).not.toMatch(/^\s+at |\bundefined\b|\[object/m);
	});

	it('shows no payment method has nothing made, whatever it answers', async () => {
		const methods: (string | undefined)[] = [];
		const report = await reportOnServer((request, response) => {
			methods.push(request.method);
			response.end(JSON.stringify({ record: [], uuid: [], errors: {} }));
		});
		expect(new Set(methods)).toEqual(new Set(['GET']));
		expect(report.created).toEqual([]);
	});
});

describe('an emulator that', () => {
	let emulator: Emulator | undefined;
	afterEach(async () => await emulator?.close());

	it('strikes a third of the calls is told nothing false, and pays nobody twice', async () => {
		// The waits before repeats pass at the same time.
		await Promise.all((['status', 'reset', 'truncate', 'invalid-json'] as const).map(runBeside));
	});

	async function runBeside(fault: 'status' | 'reset' | 'truncate' | 'invalid-json'): Promise<void> {
		const started = await preparedEmulator();
		const isBefore = fault === 'status';
		const rule = { endpoint: '*', probability: 0.3, fault, ...(isBefore && { status: 500 as const }) };
		started.world.faults.add({ ...rule, when: isBefore ? 'before' : 'after' });
		const created: Created[] = [];
		for (let round = 0; round < 2; round++) {
			const journal = new Journal(created, 'here', 'check', () => undefined);
			const { judged } = await ran(started, { journal, settle: 300, currencies: ['AUD'], timeLimit: 800 });
			expect([fault, withVerdict(judged, 'refuted')]).toEqual([fault, []]);
		}
		expect([fault, twins(started)]).toEqual([fault, []]);
		await started.close();
	}

	it('cannot show its list any more is not told that a payin is missing there', async () => {
		emulator = await preparedEmulator();
		const match = { external_id: 'check-payin-cancelled' };
		const nth = { from: 2, to: 1_000 };
		emulator.world.faults.add({ endpoint: 'v2.payins.list', when: 'before', nth, match, fault: 'status', status: 500 });
		const { judged } = await ran(emulator, { settle: 300, currencies: ['AUD'], timeLimit: 800 });
		expect(judged.find(({ id }) => id === 'recordDelay')).toMatchObject({
			verdict: 'unknown',
			seen: 'The list could not be read.',
		});
	});

	it('keeps payouts pending has them named', async () => {
		emulator = await preparedEmulator({ environment: 'production' });
		const report = await reportOn(servicesOf(emulator, ['AUD']));
		const left = report.created
			.filter(({ kind }) => kind === 'payout')
			.map(({ externalId, left }) => [externalId, left]);
		expect(left).toEqual([
			['check-payout-scheduled', ''],
			['check-payout-failed', 'still created'],
			['check-payout-completed', 'still created'],
		]);
		expect(pageOf(report)).toContain('AUD payout check-payout-failed: still created');
		expect(withVerdict(report.findings, 'refuted')).toEqual([]);
	});
});

describe('a wait', () => {
	it('ends with a look that began after the settle time, however slow the looks are', async () => {
		const journal = new Journal([], 'here', 'check', () => undefined);
		const setup = { prefix: 'check', settle: 20, readOnly: false, journal, webhookSecretKey: '', say: () => undefined };
		let looks = 0;
		const isSeenLate = async () => {
			await new Promise((resolve) => setTimeout(resolve, setup.settle * 2));
			return ++looks === 2;
		};
		expect(await new Run([], setup).until(isSeenLate)).toBe(true);
	});
});

describe('a repeated run', () => {
	let emulator: Emulator | undefined;
	afterEach(async () => await emulator?.close());

	const books = (of: Emulator) =>
		CURRENCIES.map((currency) => {
			const { payins, payouts, oneTimePayids, gateway, links, contacts } = of.account(currency);
			const all = { from: 0, to: Infinity };
			return [
				[payins.payments(), payouts.payments()],
				[oneTimePayids.summary(), gateway.summary(), links.list(all).length, contacts.list(all).length],
			];
		});

	it.each([true, false])('makes nothing twice (with the report of the first: %s)', async (isKept) => {
		emulator = await preparedEmulator();
		const created: Created[] = [];
		const journalOf = () => new Journal(isKept ? created : [], 'here', 'check', () => undefined);
		await ran(emulator, { journal: journalOf() });
		const before = books(emulator);
		await ran(emulator, { journal: journalOf(), settle: 300 });
		const payments = (of: typeof before) => of.map(([paid]) => paid);
		expect(payments(books(emulator))).toEqual(payments(before));
		if (isKept) expect(books(emulator)).toEqual(before);
	});

	it('never sends again what an earlier one may have sent', async () => {
		emulator = await preparedEmulator();
		const journal = new Journal([], 'here', 'check', () => undefined);
		journal.begin('AUD', 'payout', 'check-payout-completed', '1');
		await ran(emulator, { journal, settle: 300 });
		const made = emulator
			.account('AUD')
			.payouts.payments()
			.payouts.map(({ external_id: id }) => id);
		expect(made).toEqual(['check-payout-scheduled', 'check-payout-failed']);
	});

	it('takes from the report of the first what it cannot see again', async () => {
		emulator = await preparedEmulator();
		const journal = new Journal([], 'here', 'check', () => undefined);
		const first = await ran(emulator, { journal });
		const second = await ran(emulator, { journal, settle: 300 });
		// The service delivers once more what an earlier run was notified of, with the value of that run.
		second.run.mails.push(...first.run.mails);
		expect(withVerdict(judge(second.run, undefined, new Secrets([])), 'refuted')).toEqual([]);
		expect(withVerdict(second.judged, 'not tried')).toContain('actionAnswers');
		const earlier = { date: '2031-03-04T05:06:07.000Z', findings: first.judged };
		const both = judge(second.run, earlier, new Secrets([]));
		expect(both.filter(({ verdict }) => verdict !== 'confirmed')).toEqual([]);
		expect(both.find(({ id }) => id === 'actionAnswers')).toMatchObject({ since: earlier.date });
	});
});

/** External IDs under which an account has more than one payment. */
const twins = (emulator: Emulator): (string | null)[] =>
	CURRENCIES.flatMap((currency) => {
		const { payins, payouts } = emulator.account(currency);
		const { payins: paid, refunds } = payins.payments();
		return [paid, refunds, payouts.payments().payouts].flatMap((list) => {
			const ids = list.map(({ external_id: id }) => id);
			return ids.filter((id, place) => ids.indexOf(id) !== place);
		});
	});
