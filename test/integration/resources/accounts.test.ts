import * as audBalances from '../../../emulator/audPayouts/audBalances';
import { formatMoney, parseMoney } from '../../../emulator/ledger/money';
import { writeQrContent } from '../../../emulator/methods/qrContent';
import { banksOf } from '../../../emulator/methods/providers';
import { serviceOfFile } from '../engine/serviceOfFile';
import { expectRefusal, fileOf, goOn, run, runWithFiles } from './resourceRun';
import { asked } from '../wrongGuesses/differing';

const service = serviceOfFile({ start: new Date('2031-03-04T05:06:07Z') });

const account = (currency = 'AUD') => service.emulator.account(currency);

describe('AUD balance', () => {
	it('is read with its five amounts and the time of reading', async () => {
		const { items, error } = await run(service, { resource: 'audBalance', operation: 'get' });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			currency: 'AUD',
			available_balance: Number(formatMoney(account().ledger.balances().available)),
			retrieved_at: expect.stringContaining('2031-03-04'),
		});
	});

	const history = {
		resource: 'audBalance',
		operation: 'getHistory',
		returnAll: true,
		fromDate: '2031-03-01T00:00:00Z',
		toDate: '2031-03-31T00:00:00Z',
	};

	function book(count: number) {
		for (let index = 0; index < count; index++) {
			account().ledger.post({
				type: index % 2 === 0 ? 'topup' : 'withdrawal',
				direction: index % 2 === 0 ? 'money_in' : 'money_out',
				amount: parseMoney('12.5'),
				fees: 0n,
				status: 'done',
				referenceId: `entry-${index}`,
				paymentMethod: 'bank_transfer',
			});
		}
	}

	it.each([100, 101])('lists %i entries completely, each once', async (count) => {
		const before = (await run(service, history)).items.length;
		book(count);
		const { items, error } = await run(service, history);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(before + count);
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(before + count);
	});

	it('lists entries that share an ID, such as a payment and its refund', async () => {
		book(30);
		const { audBalanceHistory } = audBalances;
		const shared = jest.spyOn(audBalances, 'audBalanceHistory').mockImplementation((holder, query) => {
			const answer = audBalanceHistory(holder, query);
			return { ...answer, data: answer.data.map((entry) => ({ ...entry, id: 'balance-1' })) };
		});
		const { items, error } = await run(service, history);
		shared.mockRestore();
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThanOrEqual(30);
	});

	it('keeps signs, and stops at the limit', async () => {
		book(2);
		const { items } = await run(service, { ...history, returnAll: false, limit: 2 });
		expect(items.map(({ json }) => json.amount)).toEqual([-12.5, 12.5]);
		expect(service.calls()['v1.balances.history']).toBe(1);
	});

	it('asks for whole UTC days, and refuses a period that ends before it starts', async () => {
		book(1);
		const timeZone = 'Australia/Sydney';
		// Still 4 March in UTC, the day on which the entries were made.
		const days = { ...history, fromDate: '2031-03-05T00:30:00', toDate: '2031-03-05T09:00:00' };
		expect((await run(service, days, { timeZone })).items).toEqual([]);
		const before = { ...days, fromDate: '2031-03-04T00:30:00', toDate: '2031-03-05T00:30:00' };
		const sydney = await run(service, before, { timeZone });
		expect(sydney.items.map(({ json }) => json.reference_id)).toContain('entry-0');
		const utc = await run(service, days);
		expect(utc.items).toEqual([]);
		const until = await run(service, { ...history, fromDate: '2031-03-01T00:00:00', toDate: '2031-03-03T23:59:59' });
		expect(until.items).toEqual([]);
		const asked = service.calls()['v1.balances.history'];
		const { error } = await run(service, { ...days, toDate: '2031-03-01' });
		expect(error?.message).toMatch(/lies after To Date.*/);
		expect(service.calls()['v1.balances.history']).toBe(asked);
	});

	it.each(['Australia/Sydney', 'America/Los_Angeles', 'Asia/Kolkata'])(
		'gives each entry in one of two periods that follow each other in %s, though they share a UTC day',
		async (timeZone) => {
			book(3);
			const within = async (fromDate: string, toDate: string) => {
				const { items, error } = await run(service, { ...history, fromDate, toDate }, { timeZone });
				expect(error).toBeUndefined();
				return items.map(({ json }) => json);
			};
			const [all, first, second] = [
				await within('2031-03-01', '2031-03-10'),
				await within('2031-03-01', '2031-03-03'),
				await within('2031-03-04', '2031-03-10'),
			];
			expect(all.length).toBeGreaterThan(0);
			expect([...second, ...first]).toEqual(all);
		},
	);

	it('says that the account is another one, also where it is empty', async () => {
		const { error } = await run(service, history, { credentials: service.credentials('USD') });
		expect(error?.description).toContain('v1 covers AUD only');
	});

	it('asks for the days in UTC that a day of the workflow lies in', async () => {
		const days: unknown[] = [];
		asked(['v1.balances.history'], (request) => {
			days.push([request.query.from_date, request.query.to_date]);
			return request;
		});
		for (const timeZone of ['America/New_York', 'UTC', 'Australia/Sydney'])
			await run(service, { ...history, fromDate: '2031-03-04T20:30:00', toDate: '2031-03-04' }, { timeZone });
		jest.restoreAllMocks();
		expect(days).toEqual([
			['2031-03-05', '2031-03-05'],
			['2031-03-04', '2031-03-04'],
			['2031-03-04', '2031-03-04'],
		]);
	});

	it('includes the day that To Date names', async () => {
		book(1);
		const days = { ...history, fromDate: '2031-03-04', toDate: '2031-03-04' };
		for (const timeZone of ['UTC', 'Australia/Sydney', 'America/New_York']) {
			const { items } = await run(service, days, { timeZone });
			expect(items.map(({ json }) => json.reference_id)).toContain('entry-0');
		}
	});

	it.each(['2031-03-04T00:00:00', '={{ DateTime.fromISO("2031-03-04") }}'])(
		'counts no entry twice where one period ends and the next starts with %s',
		async (midnight) => {
			book(3);
			const within = async (fromDate: string, toDate: string) => {
				const { items, error } = await run(service, { ...history, fromDate, toDate });
				expect(error).toBeUndefined();
				return items.map(({ json }) => json);
			};
			const all = await within('2031-03-01T00:00:00', '2031-03-10T00:00:00');
			const [first, second] = [
				await within('2031-03-01T00:00:00', midnight),
				await within(midnight, '2031-03-10T00:00:00'),
			];
			expect(all.map(({ reference_id }) => reference_id)).toContain('entry-0');
			expect([...second, ...first]).toEqual(all);
		},
	);
});

describe('bank account behind a QR code', () => {
	const [bank] = banksOf('VN');
	const content = writeQrContent(
		{ account_name: 'ADA BYRON', account_number: '0123456789', swift_code: bank?.code ?? '' },
		{ amount: '', reference: '' },
	);
	const resolved = {
		account_name: 'ADA BYRON',
		account_number: '0123456789',
		bank_name: bank?.name,
		swift_code: bank?.code,
	};
	const picture = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from(content, 'latin1')]);

	it('is resolved from its text', async () => {
		const { items } = await run(service, {
			resource: 'bankAccount',
			operation: 'resolveQrContent',
			qrContent: content,
		});
		expect(items).toMatchObject([{ json: resolved, pairedItem: { item: 0 } }]);
	});

	it('is resolved from a picture, even of unknown type, and asked for again when the answer is lost', async () => {
		service.fault({ endpoint: 'v2.banks.qrImage', when: 'after', fault: 'reset', nth: 1 });
		const parameters = { resource: 'bankAccount', operation: 'resolveQrImage', binaryPropertyName: 'data' };
		const { items, error } = await runWithFiles(service, parameters, [
			fileOf(picture, 'code.png', 'image/png'),
			fileOf(picture, 'code', 'application/octet-stream'),
			// As n8n names what it does not know, and storage servers.
			fileOf(picture, 'code', 'text/plain'),
			fileOf(picture, 'code.png', 'binary/octet-stream'),
		]);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([0, 1, 2, 3].map((item) => ({ json: resolved, pairedItem: { item } })));
	});

	it('refuses an empty text before asking', async () => {
		const good = { resource: 'bankAccount', operation: 'resolveQrContent', qrContent: content };
		const bad = { qrContent: '' };
		await expectRefusal(service, { good, bad, message: /QR Text is empty/, movesNothing: true });
	});

	it('refuses a file that is not a picture and an item without a file, and goes on with the others', async () => {
		const parameters = { resource: 'bankAccount', operation: 'resolveQrImage', binaryPropertyName: 'data' };
		const files = [
			fileOf('a,b', 'list.csv'),
			undefined,
			fileOf('', 'empty.png', 'image/png'),
			fileOf(picture, 'code.png', 'image/png'),
		];
		const { items } = await runWithFiles(service, parameters, files, goOn);
		expect(items.map(({ json }) => json.error ?? json.account_name)).toEqual([
			'list.csv is text/csv, not an image',
			'The item has no file in the field data',
			'The file in the field data is empty',
			'ADA BYRON',
		]);
		expect(service.calls()['v2.banks.qrImage']).toBe(1);
	});

	it('passes on what the service says about a code it does not know', async () => {
		const { error } = await run(service, {
			resource: 'bankAccount',
			operation: 'resolveQrContent',
			qrContent: 'hello',
		});
		expect((error as { description?: string }).description).toMatch(/is not a valid payment code/);
	});
});

describe('sandbox simulations', () => {
	it.each(['completed', 'failed'])('lets a transfer end as %s', async (outcome) => {
		const { balance_id: uuid } = account('USD').transfers.create(10);
		const parameters = { resource: 'transfer', operation: 'simulate', uuid, outcome };
		const { items } = await run(service, parameters, { currency: 'USD' });
		expect(items[0]?.json).toEqual({ uuid, outcome, simulated: true });
		expect(account('USD').transfers.summary().transfers.byStatus).toEqual({ [outcome]: 1 });
	});

	const deposit = {
		resource: 'treasuryDeposit',
		operation: 'simulate',
		accountNumber: '1234567',
		amount: '5000',
		additionalFields: { remitterName: 'ﾔﾏﾀﾞ ﾊﾅｺ', remarks: 'Top-up' },
	};

	it('lets a deposit arrive', async () => {
		const before = account('JPY').ledger.balances().available;
		const { items, error } = await run(service, deposit, { currency: 'JPY' });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({
			...{ status: 'ok', account_number: '1234567', amount: '5000', simulated: true },
		});
		await service.advance(5_000);
		expect(account('JPY').ledger.balances().available - before).toBe(parseMoney('5000'));
	});

	it('tells of a deposit who sent it from where, each under its own name', async () => {
		const simulate = jest.spyOn(account('JPY').deposits, 'simulate');
		const remitter = { remitterName: 'ﾔﾏﾀﾞ ﾊﾅｺ', remitterBankName: 'ﾐﾅﾄ', remitterBranchName: 'ﾎﾝﾃﾝ' };
		await run(service, { ...deposit, additionalFields: { ...remitter, remarks: 'Top-up' } }, { currency: 'JPY' });
		expect(simulate).toHaveBeenCalledWith({
			...{ account_number: '1234567', amount: '5000', remarks: 'Top-up' },
			...{ remitter_name: 'ﾔﾏﾀﾞ ﾊﾅｺ', remitter_bank_name: 'ﾐﾅﾄ', remitter_branch_name: 'ﾎﾝﾃﾝ' },
		});
	});

	it.each([
		['no account number', { accountNumber: '' }, /Account Number is empty/],
		['no amount', { amount: '' }, /Amount is empty/],
		['an ambiguous amount', { amount: '5.000,00' }, /more than one way/],
	])('refuses a deposit with %s', async (_what, bad, message) => {
		await expectRefusal(service, { good: deposit, bad, message }, { currency: 'JPY' });
	});

	it.each([[{ resource: 'transfer', operation: 'simulate', uuid: 'B', outcome: 'completed' }], [deposit]])(
		'refuses to run with a production credential, before any request',
		async (parameters) => {
			const credentials = service.credentials('JPY', { environment: 'production' });
			const { error } = await run(service, parameters, { credentials });
			expect(error?.message).toMatch(/exists in the sandbox only/);
			expect(service.calls()).toEqual({});
		},
	);
});
