import { serviceOfFile } from '../engine/serviceOfFile';
import { fileOf, goOn, runWithFiles } from './resourceRun';
import { answered } from '../wrongGuesses/differing';

const service = serviceOfFile();

const parameters = {
	resource: 'audPayout',
	operation: 'createFromFile',
	binaryPropertyName: 'data',
	externalId: '={{ "file-" + $itemIndex }}',
	paymentDescription: 'March wages',
	scheduledAt: '2099-01-01T00:00:00Z',
	additionalFields: {},
};

const payments = () => service.emulator.account('AUD').audPayouts.summary().aud_payouts.count;

const byPayid = `payee,email,amount,payid,payid_type
Ada Byron,ada@shop.test,12.50,ada@bank.test,email
"O'Neil Mary",mary@shop.test,30,+61-412345678,phone
`;
const byAccount = `payee,email,amount,bsb,account_number
Ada Byron,ada@shop.test,12.50,062-000,12345678
`;
const lines = (...rows: string[]) => ['payee,email,amount,payid,payid_type,bsb,account_number', ...rows].join('\r\n');
const payidRow = 'A,a@b.test,5,a@b.test,email,,';
const accountRow = 'B,b@b.test,5,,,062-000,12345678';
const bothRow = 'C,c@b.test,5,c@b.test,email,062-000,12345678';

it('pays everybody in a file, sent as it is', async () => {
	const { items, error } = await runWithFiles(
		service,
		{ ...parameters, externalId: 'file-1', additionalFields: { isRetry: true } },
		[fileOf(byPayid, 'März "wages".csv')],
	);
	expect(error).toBeUndefined();
	const shown = { outcome: 'created', batch_status: 'scheduled', batch_external_id: 'file-1' };
	expect(items).toMatchObject(
		['Ada Byron', "O'Neil Mary"].map((payee) => ({ json: { payee, ...shown }, pairedItem: { item: 0 } })),
	);
});

it('is no success where the answer shows, inside an object, that the batch has failed', async () => {
	answered(['v1.payouts.createFromFile'], (answer) => ({ data: { ...answer, status: 'failed' } }));
	const { error } = await runWithFiles(service, { ...parameters, externalId: 'file-1' }, [fileOf(byAccount)]);
	expect(error?.message).toBe('The payment file-1 was made and has ended without money: failed');
});

it.each([
	['with a byte order mark and Windows line ends', fileOf(`\uFEFF${byAccount.replace(/\n/g, '\r\n')}`, 'wages.CSV')],
	['with columns of both kinds of which one is empty', fileOf(lines(payidRow, '', payidRow), 'wages.csv')],
	['without a name, by its type', fileOf(byAccount)],
	[
		'with columns in another order and case',
		fileOf(
			'BSB,Account_Number,payee,email,amount\n062-000,12345678,A,a@b.test,5\n'.replace(
				'BSB,Account_Number',
				'bsb,account_number',
			),
			'w.csv',
		),
	],
])('takes a file %s', async (_what, file) => {
	const { items, error } = await runWithFiles(service, parameters, [file]);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ outcome: 'created' });
	expect(payments()).toBeGreaterThan(0);
});

it('hands a row on to the service that has a payid_type but no PayID beside its bank account', async () => {
	const file = fileOf(lines('B,b@b.test,5,,email,062-000,12345678', accountRow), 'wages.csv');
	await runWithFiles(service, parameters, [file]);
	expect(service.calls()).toEqual({ 'v1.payouts.createFromFile': 1 });
});

it('hands a workbook on to the service, which judges it', async () => {
	const workbook = fileOf(Buffer.from([0x50, 0x4b, 3, 4, 0, 255]), 'wages.xlsx', 'application/octet-stream');
	const { error } = await runWithFiles(service, parameters, [workbook]);
	expect((error as { description?: string }).description).toMatch(/is a workbook, which the emulator does not read/);
	expect(service.calls()).toEqual({ 'v1.payouts.createFromFile': 1 });
});

it.each([
	[
		'both addresses in a row',
		lines(payidRow, bothRow, payidRow, bothRow),
		/both a PayID and a bank account in rows 3, 5$/,
	],
	[
		'both addressing methods',
		lines(payidRow, accountRow, payidRow),
		/PayIDs \(rows 2, 4\) and bank accounts \(row 3\)$/,
	],
	[
		'both, behind a row with a line break',
		lines('"A\r\nB",a@b.test,5,a@b.test,email,,', accountRow),
		/PayIDs \(row 2\) and bank accounts \(row 3\)$/,
	],
	['more rows than a message can name', lines(...Array<string>(12).fill(bothRow)), /rows 2, 3, .* 11 and 2 more/],
])('refuses a file with %s, naming the rows; the other items go on', async (_what, content, message) => {
	const files = [fileOf(byPayid, 'a.csv'), fileOf(content, 'b.csv'), fileOf(byAccount, 'c.csv')];
	const { items } = await runWithFiles(service, parameters, files, goOn);
	const failed = items.filter(({ json }) => 'error' in json);
	expect(failed).toMatchObject([{ json: { error: expect.stringMatching(message) }, pairedItem: { item: 1 } }]);
	const paid = items.filter(({ json }) => json.outcome === 'created');
	expect(new Set(paid.map(({ pairedItem }) => JSON.stringify(pairedItem)))).toEqual(
		new Set(['{"item":0}', '{"item":2}']),
	);
	expect(service.writes()).toBe(2);
	const alone = await runWithFiles(service, parameters, [files[1], files[0]]);
	expect(alone.error?.message).toMatch(message);
	expect(service.writes()).toBe(2);
});

it.each<[string, object, ReturnType<typeof fileOf>]>([
	['no schedule', { scheduledAt: '={{ "" }}' }, fileOf(byPayid, 'a.csv')],
	['no description', { paymentDescription: '' }, fileOf(byPayid, 'a.csv')],
	['a long description', { paymentDescription: 'x'.repeat(141) }, fileOf(byPayid, 'a.csv')],
	['a file without a name or a type', {}, fileOf(byPayid, undefined, 'application/octet-stream')],
	[
		'payees of any form',
		{},
		fileOf(byPayid.replace('Ada Byron', '"Byron & Söhne, Ada"').replace('+61-', '+61'), 'a.csv'),
	],
])('sends %s as it was given: no rule of the service forbids it', async (_what, changes, file) => {
	const { items, error } = await runWithFiles(service, { ...parameters, ...changes }, [file]);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(2);
	expect(payments()).toBe(2);
});

it.each([
	['no file', parameters, undefined, /has no file in the field data/],
	['an empty file', parameters, fileOf('', 'wages.csv'), /is empty/],
	[
		'a schedule that is no date',
		{ ...parameters, scheduledAt: '={{ "soon" }}' },
		fileOf(byPayid, 'a.csv'),
		/Scheduled At cannot be used/,
	],
])('refuses %s before anything is sent', async (_what, given, file, message) => {
	const { error } = await runWithFiles(service, given, [file]);
	expect(error?.message).toMatch(message);
	expect(error).toMatchObject({ context: { itemIndex: 0 } });
	expect(error).toHaveProperty('description', expect.stringMatching(/\S/));
	expect(service.writes()).toBe(0);
});

describe('a file in which a spreadsheet has changed', () => {
	const rows = (...cells: string[]) => ['payee,email,amount,bsb,account_number', ...cells].join('\n');
	const good = 'Ada Byron,ada@shop.test,5,062-000,00123';

	it.each([
		[
			'an account',
			rows(good, 'B,b@b.test,5,062-000,"1,23457E+11"'),
			'account_number has lost digits in a spreadsheet, in row 3',
		],
		[
			'a BSB',
			rows(good, 'B,b@b.test,5,62000,123', 'C,c@c.test,5,62000,124'),
			'bsb must have six digits, not “62000”, in rows 3, 4',
		],
		['an email', rows('B,#N/A,5,062-000,123'), 'email holds #N/A, the error of a spreadsheet, in row 2'],
		[
			'an email without @',
			rows('B,ada at shop.test,5,062-000,123'),
			'email must be an email address, not “ada at shop.test”, in row 2',
		],
	])('%s is not sent', async (_what, text, message) => {
		const { error } = await runWithFiles(service, parameters, [fileOf(text, 'wages.csv')]);
		expect(error?.message).toBe(`The file cannot be paid: ${message}`);
		expect(payments()).toBe(0);
	});

	it('nothing is, also where it is in the form "CSV UTF-8" of a spreadsheet', async () => {
		const { error } = await runWithFiles(service, parameters, [fileOf(`\ufeff${rows(good)}`, 'wages.csv')]);
		expect(error).toBeUndefined();
		expect(payments()).toBe(1);
	});
});
