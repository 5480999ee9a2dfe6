/** How often settlement reports close (specification: "Settlement report entry"). */
export const FREQUENCIES = [
	{ name: 'Daily', value: 'daily' },
	{ name: 'Monthly', value: 'monthly' },
];
