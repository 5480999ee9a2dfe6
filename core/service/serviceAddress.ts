/** The base address of the payment service, as a credential holds it. */

/** Why an address cannot be the service's base address. The message can be shown to the user. */
export class ServiceAddressError extends Error {}

/** Every base address of the service ends with this segment (specification: "Conventions"). */
const API_SEGMENT = '/api';

/** The address that was read last, for a credential that is used for request after request. */
let latest = { text: '', address: '' };

/**
 * The base address without trailing slash. https, or http for a loopback host, and nothing after `/api`.
 * @throws {ServiceAddressError} otherwise, naming the address that was probably meant
 */
export function serviceAddress(written: unknown): string {
	const text = typeof written === 'string' ? written.trim() : '';
	if (text === '') throw new ServiceAddressError('The base URL is empty: enter the address that ends with /api.');
	if (text === latest.text) return latest.address;
	const url = parseUrl(text);
	if (!url) {
		throw new ServiceAddressError(
			`The base URL is not an address: enter one like https://service.example${API_SEGMENT}.`,
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw new ServiceAddressError('The base URL must not contain a user name or password.');
	}
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
		throw new ServiceAddressError(
			`The base URL must start with https:// (http:// is for this machine only). Probably meant: https://${url.host}${likelyPath(url.pathname)}`,
		);
	}
	const path = url.pathname.replace(/\/+$/, '');
	if (!path.endsWith(API_SEGMENT) || url.search !== '' || url.hash !== '') {
		throw new ServiceAddressError(
			`The base URL must end with ${API_SEGMENT}. Probably meant: ${url.origin}${likelyPath(url.pathname)}`,
		);
	}
	latest = { text, address: url.origin + path };
	return latest.address;
}

/** Whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
	return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Whether a host name, as URL gives it, is unreachable from the internet: this machine, a private network or the
 * metadata of a cloud. Public names are not resolved.
 */
export function isPrivate(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
	if (isLoopback(host) || /\.(?:local|internal|lan|home\.arpa)\.?$/.test(host)) return true;
	if (host.includes(':')) return !/^[23]/.test(host);
	if (!/^\d+(?:\.\d+){3}$/.test(host)) return !host.includes('.');
	const [first = 0, second = 0] = host.split('.').map(Number);
	return (
		[0, 10, 127].includes(first) ||
		(first === 100 && second >= 64 && second < 128) ||
		(first === 169 && second === 254) ||
		(first === 172 && second >= 16 && second < 32) ||
		(first === 192 && second === 168) ||
		first >= 224
	);
}

/** Whether a service at a host can reach another host: the public names and addresses, and what is as near as it is. */
export const canReach = (service: string, hostname: string): boolean =>
	isLoopback(hostname) ? isLoopback(service) : !isPrivate(hostname) || isPrivate(service);

/**
 * Whether the service would deliver notifications to an address: https, or http on a loopback host, which only an
 * emulator of the service can reach (specification: "Delivery rules", 6).
 */
export function isDeliverable(address: string): boolean {
	const url = parseUrl(address.trim());
	if (!url) return false;
	return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function parseUrl(text: string): URL | null {
	try {
		return new URL(text);
	} catch {
		return null;
	}
}

/** Cuts a path after its `/api` segment (a pasted endpoint address), or adds the segment. */
function likelyPath(path: string): string {
	const trimmed = path.replace(/\/+$/, '');
	const cut = /^(.*?\/api)(\/|$)/i.exec(trimmed);
	if (cut?.[1]) return cut[1].slice(0, -API_SEGMENT.length) + API_SEGMENT;
	return /^\/v\d/.test(trimmed) ? API_SEGMENT : trimmed + API_SEGMENT;
}
