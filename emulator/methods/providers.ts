/** A bank, wallet network or other provider to choose from. `code` is a bank's SWIFT code. */
export interface Provider {
	code: string;
	name: string;
	short_name: string | null;
	/** Payouts to this bank need a branch code for any amount. */
	needsBranchCode?: boolean;
}

/** Made-up banks of a country (ISO 3166-1 alpha-2). The third always needs a branch code where they exist. */
export const banksOf = (country: string): Provider[] => [
	{ code: `EXMA${country}2X`, name: 'First Example Bank', short_name: 'FEB' },
	{ code: `EXMB${country}2X`, name: 'Second Example Bank', short_name: 'SEB' },
	{ code: `EXMC${country}2X`, name: 'Third Example Bank', short_name: null, needsBranchCode: true },
];

/** Made-up mobile networks, two for each country. */
export const networksOf = (country: string): Provider[] => [
	{ code: `${country}_NETWORK_1`, name: 'First Example Network', short_name: 'Network 1' },
	{ code: `${country}_NETWORK_2`, name: 'Second Example Network', short_name: null },
];
