import { NodeHelpers, type ICredentialDataDecryptedObject, type ResourceMapperField } from 'n8n-workflow';
import { labelOfMethod } from '../../../core/text/words';
import { designTime, testCredential } from '../engine/designTime';
import { nodeTypes, ACTION } from '../engine/nodeTypes';
import { serviceOfFile } from '../engine/serviceOfFile';
import { json, startWire } from '../transport/wire';
import { answered, listed } from '../wrongGuesses/differing';
import { chosen } from './orders';

const service = serviceOfFile();

/** The description of a method, as the service shows it, has these fields. */
const describedWith = (endpoint: string, fields: object) =>
	answered([endpoint], ({ record }) => ({ record: { ...(record as object), ...fields } }));

/** The form of a method, for an account of this currency. */
const formOf = async (resource: 'payin' | 'payout', method: string, currency: string, more: object = {}) => {
	const parameters = { resource, operation: 'create', [`${resource}MethodName`]: chosen(method), ...more };
	const editor = designTime(parameters, service.credentials(currency));
	return (await editor.fields(`${resource}MethodParameters`)).fields;
};
const field = (fields: ResourceMapperField[], id: string) => fields.find((each) => each.id === id);

describe('the banks of a method', () => {
	const bank = { code: '970436', name: 'Bank A', short_name: 'A' };
	it.each([
		[['bank_code', 'swift_code'], ['bank_code']],
		[['swift_code'], ['swift_code']],
		[['bank_swift', 'network'], ['network']],
	])(
		'are offered for the code of a bank, and as SWIFT codes only where there is no other: %j',
		async (keys, listed) => {
			const params = Object.fromEntries(keys.map((key) => [key, 'string:Mandatory']));
			describedWith('v2.payouts.methodParams', { banks: [bank], payout_method_params: params });
			const fields = await formOf('payout', 'vn_bank_vnd', 'VND');
			expect(fields.filter(({ type }) => type === 'options').map(({ id }) => id)).toEqual(listed);
			expect(fields.map(({ id }) => id)).toEqual(expect.arrayContaining(keys));
		},
	);
});

describe('method pickers', () => {
	it.each([
		[
			'payin',
			'searchPayinMethods',
			'MYR',
			[
				'my_bank_scheme1_myr',
				'my_bank_scheme2_myr',
				'my_ewallet_wallet1_myr',
				'my_ewallet_wallet2_myr',
				'my_ewallet_wallet3_myr',
				'my_ewallet_wallet4_myr',
			],
		],
		['payout', 'searchPayoutMethods', 'MYR', ['my_bank_myr', 'my_ewallet_wallet1_myr']],
	])('show the %s methods of the account', async (resource, method, currency, names) => {
		const editor = designTime({ resource, operation: 'create' }, service.credentials(currency));
		const { results } = await editor.search(method);
		expect(results.map(({ value }) => value)).toEqual(names);
		for (const { name, value } of results) {
			const [, amounts = ''] = /([\d,]+ to [\d,]+ MYR) \(/.exec(name) ?? [];
			expect(name).toBe(labelOfMethod(String(value), amounts));
		}
		expect((await editor.search(method, ' EWALLET_wallet1 ')).results.map(({ value }) => value)).toEqual([
			'my_ewallet_wallet1_myr',
		]);
		expect((await editor.search(method, 'nothing like it')).results).toEqual([]);
	});

	it.each([
		['payin', 'searchPayinMethods'],
		['payout', 'searchPayoutMethods'],
		['checkoutLink', 'searchCheckoutMethods'],
	])('have one order, whatever that of the service is: %s', async (resource, method) => {
		const editor = designTime({ resource, operation: 'create' }, service.credentials('AUD'));
		const names = (await editor.search(method)).results.map(({ name }) => name);
		expect(names.length).toBeGreaterThan(1);
		expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
		expect(names.at(-1)).toMatch(/^PayID/);
	});

	it.each([
		['both', { min_amount: 10, max_amount: 2500 }, '10 to 2,500 NGN'],
		['the least alone', { min_amount: 10, max_amount: null }, 'from 10 NGN'],
		['the most alone', { min_amount: undefined, max_amount: '2500.00' }, 'up to 2,500 NGN'],
		['a most of zero', { min_amount: 0, max_amount: '0.00' }, 'NGN'],
		['none', { min_amount: undefined, max_amount: undefined }, 'NGN'],
	])('tell how much a method takes, as far as the service shows it: %s', async (_, limits, amounts) => {
		describedWith('v2.payins.methodParams', limits);
		const editor = designTime({ resource: 'payin', operation: 'create' }, service.credentials('NGN'));
		const { results } = await editor.search('searchPayinMethods', 'ng_bank_ngn');
		expect(results).toEqual([{ name: labelOfMethod('ng_bank_ngn', amounts), value: 'ng_bank_ngn' }]);
	});

	it('say why a list cannot be read, in the words of the node', async () => {
		const search = async (changes: ICredentialDataDecryptedObject) =>
			await designTime({ resource: 'payin', operation: 'create' }, service.credentials('AUD', changes)).search(
				'searchPayinMethods',
			);
		await expect(search({ secretKey: 'wrong' })).rejects.toThrow('The payment service did not accept the credential');
		await expect(search({ baseUrl: 'https://service.example' })).rejects.toThrow('The base URL must end with /api');
	});
});

describe('parameter forms', () => {
	it('ask for what the payin method asks for, banks to choose from', async () => {
		const fields = await formOf('payin', 'th_qrpay_thb', 'THB');
		expect(fields.map(({ id, required, type }) => [id, required, type])).toEqual([
			['bank_code', true, 'options'],
			['account_number', true, 'string'],
			['account_name', true, 'string'],
		]);
		expect(field(fields, 'bank_code')?.displayName).toBe('Bank');
		expect(field(fields, 'bank_code')?.options).toContainEqual({ name: 'First Example Bank', value: 'EXMATH2X' });
		expect(field(fields, 'account_number')?.displayName).toBe('Account Number');
	});

	it('have the types that the service names', async () => {
		const yen = await formOf('payin', 'jp_bank_jpy', 'JPY');
		expect(field(yen, 'transliterate')).toMatchObject({ type: 'boolean', required: false });
		const dollars = await formOf('payout', 'us_bank_usd', 'USD');
		expect(field(dollars, 'payee_address')).toMatchObject({ type: 'object' });
	});

	it('offer the values of a choice', async () => {
		const fields = await formOf('payout', 'th_bank_thb', 'THB');
		const options = ['individual', 'business'].map((value) => ({ name: value, value }));
		expect(field(fields, 'type')).toMatchObject({ type: 'options', options });
		const bank = { name: 'First Example Bank (FEB)', value: 'EXMATH2X' };
		expect(field(fields, 'swift_code')?.options).toContainEqual(bank);
	});

	it('offer the branches of the bank that is chosen', async () => {
		const form = async (bank?: string) => {
			const value = bank === undefined ? null : { bank_code: bank };
			return await formOf('payout', 'vn_bank_vnd', 'VND', { methodParameters: { mappingMode: 'defineBelow', value } });
		};
		const typed = { type: 'string', displayName: 'Branch (refresh to list)' };
		expect(field(await form(), 'branch_code')).toMatchObject(typed);
		const [bank] = field(await form(), 'bank_code')?.options ?? [];
		expect(field(await form(String(bank?.value)), 'branch_code')).toMatchObject({
			type: 'options',
			options: expect.arrayContaining([{ name: expect.stringContaining('Head Office'), value: expect.any(String) }]),
		});
		expect(field(await form('NOBANK'), 'branch_code')).toMatchObject({ type: 'string' });
	});

	it('tell what a method demands, and send nothing of it', async () => {
		const fields = await formOf('payout', 'jp_bank_jpy', 'JPY');
		const line = { displayName: 'Contact', defaultValue: 'Needed, with the same email', readOnly: true };
		expect(field(fields, '_contact')).toMatchObject(line);
		for (const { displayName } of fields) expect(displayName.length).toBeLessThanOrEqual(24);
	});

	it('tell what cannot be undone, in lines that n8n does not cut', async () => {
		const fields = await formOf('payin', 'au_payid_npp_aud', 'AUD');
		expect(fields.map(({ displayName, defaultValue }) => [displayName, defaultValue])).toEqual([
			['Contact', 'Needed, with the same email'],
			['Refund', 'Not possible'],
			['Cancellation', 'Not possible'],
			['Return URL for Customer', undefined],
		]);
	});

	it.each(['payin', 'payout'] as const)('tell whether a %s needs an identity check', async (resource) => {
		const linesWhere = async (require_kyc: boolean) => {
			describedWith(`v2.${resource}s.methodParams`, { require_kyc });
			const fields = await formOf(resource, 'au_bank_aud', 'AUD');
			return fields.map(({ displayName, defaultValue }) => [displayName, defaultValue]);
		};
		const line = ['Identity Check', 'Needed'];
		expect(await linesWhere(true)).toContainEqual(line);
		expect(await linesWhere(false)).not.toContainEqual(line);
	});

	describe.each([
		['the right credential', {}],
		['a wrong credential', { secretKey: 'not-the-secret-key' }],
		['no credential', { appId: '', secretKey: '', baseUrl: '' }],
	])('with %s', (_, changes) => {
		it.each(['payin', 'payout'])('wait for a %s method, and say so', async (resource) => {
			for (const methodName of [undefined, chosen('')]) {
				const parameters = {
					resource,
					operation: 'create',
					...(methodName && { [`${resource}MethodName`]: methodName }),
				};
				const editor = designTime(parameters, service.credentials('AUD', changes));
				expect(await editor.fields(`${resource}MethodParameters`)).toEqual({
					fields: [],
					emptyFieldsNotice: 'Choose a method. What it asks for then appears here.',
				});
			}
			expect(service.calls()).toEqual({});
		});
	});

	it('say what is wrong with the credential once a method is chosen', async () => {
		const parameters = { resource: 'payout', operation: 'create', payoutMethodName: chosen('au_bank_aud') };
		const fields = async (changes: object) =>
			await designTime(parameters, service.credentials('AUD', { ...changes })).fields('payoutMethodParameters');
		await expect(fields({ appId: '' })).rejects.toThrow('The credential has no App ID');
		await expect(fields({ secretKey: 'wrong' })).rejects.toThrow('The payment service did not accept the credential');
	});

	it('say so where a method asks for nothing', async () => {
		const nothing = { id: '_nothing', displayName: 'Further Details', defaultValue: 'None needed' };
		expect(await formOf('payin', 'ng_bank_ngn', 'NGN')).toMatchObject([nothing]);
	});

	it.each([null, undefined])('let a bank be typed where the service lists %s', async (banks) => {
		describedWith('v2.payouts.methodParams', { banks });
		expect(field(await formOf('payout', 'us_bank_usd', 'USD'), 'bank_code')).toMatchObject({ type: 'string' });
	});

	it('exist for every method of every account', async () => {
		for (const { currency } of service.emulator.world.accounts.values()) {
			for (const [resource, list] of [
				['payin', 'searchPayinMethods'],
				['payout', 'searchPayoutMethods'],
			] as const) {
				const editor = designTime({ resource, operation: 'create' }, service.credentials(currency));
				for (const { value } of (await editor.search(list)).results)
					for (const { type, options } of await formOf(resource, String(value), currency))
						if (type === 'options') expect(options?.length).toBeGreaterThan(0);
			}
		}
	});
});

describe('the picker of settlement reports', () => {
	it('shows the newest first, page by page', async () => {
		service.emulator.account('AUD').settlements.closeCurrent('daily');
		const editor = designTime({ resource: 'settlementReport', operation: 'download' }, service.credentials());
		const page = await editor.search('searchSettlementReports');
		expect(page.results[0]).toEqual({ name: 'Newest Report', value: 'latest' });
		expect(page.results[1]?.name).toMatch(/^settlement_AUD-daily-.*\.csv \(daily, to \d{4}-\d{2}-\d{2}\)$/);
		expect(page.paginationToken).toBeUndefined();
	});

	it('shows reports whose metadata has other types', async () => {
		service.emulator.account('AUD').settlements.closeCurrent('daily');
		listed('v2.settlements.list', (report) => ({ ...report, id: 7, file_name: '', period_end: 1_930_000_000 }));
		const editor = designTime({ resource: 'settlementReport', operation: 'download' }, service.credentials());
		const page = await editor.search('searchSettlementReports');
		expect(page.results[1]).toEqual({ name: 'Report 7 (daily, to 1930000000)', value: '7' });
	});
});

describe('the test of the credential', () => {
	it('passes with the service', async () => {
		expect(await testCredential(service.credentials())).toEqual({
			status: 'OK',
			message: 'The payment service accepted the credential.',
		});
		expect(service.calls()).toEqual({ 'v2.payins.methods': 1 });
	});

	it('passes with guards that can be read', async () => {
		const guards = { maxPerPayment: 'USD 50\n php 1000.50 ', allowedDestinations: '0012345678', readOnly: true };
		expect(await testCredential(service.credentials('AUD', guards))).toMatchObject({ status: 'OK' });
	});

	it.each([
		['no App ID', { appId: '' }, /^Fill in the App ID and the Secret Key\.$/],
		['no Secret Key', { secretKey: '' }, /^Fill in the App ID and the Secret Key\.$/],
		[
			'a wrong Secret Key',
			{ secretKey: 'not-the-secret-key' },
			/^The payment service did not accept the App ID and Secret Key\. Check that they belong to this environment\.$/,
		],
		[
			'a wrong address',
			{ baseUrl: 'https://service.example' },
			/^The base URL must end with \/api\. Probably meant: https:\/\/service\.example\/api$/,
		],
		[
			'an address where nobody listens',
			{ baseUrl: 'http://127.0.0.1:1/api' },
			/^The payment service cannot be reached at http:\/\/127\.0\.0\.1:1\/api\. Check the base URL, and that n8n can reach that host\.$/,
		],
		[
			'a limit that cannot be read',
			{ maxPerPayment: 'USD 50\nPHP 1,000' },
			/^Max per Payment: the line “PHP 1,000” cannot be read: /,
		],
		['a limit without a currency', { maxPerDay: '1000' }, /^Max per Day: the line “1000” cannot be read: /],
	])('reports %s', async (_, changes, message) => {
		expect(await testCredential(service.credentials('AUD', changes))).toEqual({
			status: 'Error',
			message: expect.stringMatching(message) as string,
		});
	});

	it.each([
		[401, '/v1/balances/detail', '{"currency":"AUD","available_balance":0}'],
		[403, '/v3/payin_methods', '{"records":[]}'],
		[404, '/v3/payin_methods', '{"records":[]}'],
		[422, '/v3/payin_methods', '{"records":[]}'],
		[403, '/v2/payouts/payout_methods', '{"records":[]}'],
		[404, '/v1/balances/detail', '{"currency":"AUD","available_balance":0}'],
	])('passes with an account to which all is refused with %i but %s', async (status, path, body) => {
		const other = await startWire((answer, request, number) =>
			(request.path === path ? json(JSON.parse(body)) : json({}, status))(answer, request, number),
		);
		const result = await testCredential(service.credentials('AUD', { baseUrl: `${other.address}/api` }));
		await other.close();
		expect(result.status).toBe('OK');
	});

	it.each([
		['a page of another site', 200, 'text/html', '<html></html>'],
		['JSON of another service', 200, 'application/json', '{"hello":"world"}'],
		['nothing at this path', 404, 'application/json', '{}'],
		['an address that moved', 302, 'text/plain', ''],
	])('reports an address that answers with %s', async (_, status, type, body) => {
		const headers = { 'content-type': type, location: 'http://127.0.0.1:1/api' };
		const other = await startWire((answer) => void answer.writeHead(status, headers).end(body));
		const result = await testCredential(service.credentials('AUD', { baseUrl: `${other.address}/api` }));
		await other.close();
		expect(result).toEqual({
			status: 'Error',
			message: `${other.address}/api answers, but not as the payment service does (status ${status}). Check the base URL: it ends with /api.`,
		});
	});
});

describe('the form of the node', () => {
	const { description, methods } = nodeTypes.getByNameAndVersion(ACTION);

	it('names only lists and forms that exist', () => {
		const text = JSON.stringify(description.properties);
		const named = (option: string) =>
			[...text.matchAll(new RegExp(`"${option}":"(\\w+)"`, 'g'))].map(([, name]) => name);
		expect(named('searchListMethod').filter((name) => !methods?.listSearch?.[String(name)])).toEqual([]);
		expect(named('resourceMapperMethod').filter((name) => !methods?.resourceMapping?.[String(name)])).toEqual([]);
	});

	/** What somebody sees who has chosen an operation and filled in nothing, from top to bottom. */
	const shownAtFirst = (resource: string, operation: string): string[] => {
		const node = { typeVersion: 1 };
		const chosen = { resource, operation };
		const values = NodeHelpers.getNodeParameters(description.properties, chosen, true, false, node, description) ?? {};
		return description.properties
			.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
			.map(({ displayName }) => displayName);
	};

	it('asks for a payout in the order in which it is filled in; what the method asks for comes behind the payee', () => {
		const payee = ['First Name', 'Last Name', 'Email'];
		expect(shownAtFirst('payout', 'create')).toEqual([
			...['Resource', 'Operation', 'Payout Method', 'External ID', 'Amount', ...payee],
			...['Description', 'Batch Mode', 'Notify', 'Additional Fields', 'Options'],
		]);
	});

	it.each([
		['payout', 'create', 13],
		['payout', 'createAndWait', 12],
		['payout', 'preview', 13],
		['audPayout', 'create', 14],
		['audPayout', 'createFromFile', 9],
		['payin', 'create', 11],
		['payin', 'createAndWait', 12],
		['checkoutLink', 'create', 12],
		['oneTimePayid', 'create', 10],
		['staticPayid', 'create', 9],
		['gatewayLink', 'create', 9],
		['payin', 'refund', 7],
	])('%s.%s shows %i fields at first', (resource, operation, count) => {
		expect(shownAtFirst(resource, operation)).toHaveLength(count);
	});
});
