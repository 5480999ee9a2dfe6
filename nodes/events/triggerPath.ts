/** The path of a trigger's address, for the trigger and for the operations that have the service notify it. */
export const DEFAULT_TRIGGER_PATH = 'multi-currency-payments';

/**
 * Characters that need no encoding. A colon is excluded: n8n would read a placeholder and use another address. So are parts
 * of dots alone: whoever calls the address leaves them out.
 */
const USABLE_PATH = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))\/?[\w.~-]+(?:\/[\w.~-]+)*\/?$/;

/** Whether a trigger can have an address with this path; an empty one stands for the default. */
export const isUsablePath = (path: string): boolean => path === '' || USABLE_PATH.test(path);

/** What is told of any other path, wherever it is given. */
export const UNUSABLE_PATH = {
	message: 'The path holds characters that an address cannot have',
	description: 'Use letters, digits, dots, hyphens and underscores, in parts divided by slashes.',
};
