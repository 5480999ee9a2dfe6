const HEADINGS = [
	'external_id',
	'first_name',
	'last_name',
	'email',
	'pay_id_type',
	'pay_id',
	'amount',
	'payment',
	'status',
	'note',
];

type Cell = string | number;

/** The one sheet of a spreadsheet. */
export class Sheet {
	values: Cell[][] = [HEADINGS];

	/** Adds a row for a payee who is paid by PayID. */
	add(externalId: string, name: string, amount: Cell, payId = `${name.toLowerCase()}@payees.example`): void {
		const email = `${name.toLowerCase()}@payees.example`;
		this.values.push([externalId, name, 'Okafor', email, 'EMAIL', payId, amount, '', '', '']);
	}

	/** Writes one cell. @param range such as `Payees!H2` */
	write(range: string, [[value = ''] = []]: Cell[][]): void {
		const [, column = '', row = ''] = /!([A-Z])(\d+)$/.exec(range) ?? [];
		const cells = this.values[Number(row) - 1];
		if (!cells || column === '') throw new Error(`There is no cell ${range}.`);
		cells[column.charCodeAt(0) - 'A'.charCodeAt(0)] = value;
	}

	/** A row by its External ID. */
	row(externalId: string): Record<string, Cell> {
		const found = this.values.find(([first]) => first === externalId) ?? [];
		return Object.fromEntries(HEADINGS.map((heading, index) => [heading, found[index] ?? '']));
	}
}
