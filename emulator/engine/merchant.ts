/** The merchant's name, as customers see it on the hosted page and on PayIDs. */
export const merchantName = 'Example Merchant';

/** Where the PayIDs of the emulated service live. */
export const payidDomain = 'payid.example.test';
