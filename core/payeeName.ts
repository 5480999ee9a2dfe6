/**
 * What a payee's first or last name may hold: letters and digits of any script (with their combining marks), and single
 * spaces between words. Specification: "v2: create payout", first_name. contract/payouts.ts holds the same pattern for the
 * wire, and a test holds both together.
 */
export const PAYEE_NAME = /^[\p{L}\p{M}\p{Nd}]+( [\p{L}\p{M}\p{Nd}]+)*$/u;
