import fc from '../../../seeded';
import {
	canReach,
	isDeliverable,
	isLoopback,
	serviceAddress,
	ServiceAddressError,
} from '../../../../core/service/serviceAddress';

describe('the base address', () => {
	it.each([
		['https://service.example/api', 'https://service.example/api'],
		['https://service.example/api/', 'https://service.example/api'],
		[' https://service.example/api// ', 'https://service.example/api'],
		['https://service.example:8443/api', 'https://service.example:8443/api'],
		['https://service.example/sandbox/api', 'https://service.example/sandbox/api'],
		['HTTPS://Service.Example/api', 'https://service.example/api'],
		['http://localhost:3000/api', 'http://localhost:3000/api'],
		['http://127.0.0.1:3000/api/', 'http://127.0.0.1:3000/api'],
		['http://[::1]:3000/api', 'http://[::1]:3000/api'],
	])('%s is %s', (written, address) => {
		expect(serviceAddress(written)).toBe(address);
		expect(serviceAddress(address)).toBe(address);
	});

	const empty = 'The base URL is empty: enter the address that ends with /api.';
	const noAddress = 'The base URL is not an address: enter one like https://service.example/api.';
	const meant = (address: string) => `The base URL must end with /api. Probably meant: ${address}`;
	const plain = (address: string) =>
		`The base URL must start with https:// (http:// is for this machine only). Probably meant: ${address}`;

	it.each<[unknown, string]>([
		['', empty],
		['   ', empty],
		[undefined, empty],
		[5, empty],
		['service.example/api', noAddress],
		['the service', noAddress],
		['https://name@service.example/api', 'The base URL must not contain a user name or password.'],
		['https://:pass@service.example/api', 'The base URL must not contain a user name or password.'],
		['https://service.example', meant('https://service.example/api')],
		['https://service.example/', meant('https://service.example/api')],
		['https://service.example/sandbox', meant('https://service.example/sandbox/api')],
		['https://service.example/sandbox//', meant('https://service.example/sandbox/api')],
		['https://service.example/api/v2', meant('https://service.example/api')],
		['https://service.example/api/v2/payins', meant('https://service.example/api')],
		['https://service.example/sandbox/API/v2', meant('https://service.example/sandbox/api')],
		['https://service.example/API', meant('https://service.example/api')],
		['https://service.example/apis', meant('https://service.example/apis/api')],
		['https://service.example/v2/payins', meant('https://service.example/api')],
		['https://service.example/vault', meant('https://service.example/vault/api')],
		['https://service.example/api?x=1', meant('https://service.example/api')],
		['https://service.example/api#top', meant('https://service.example/api')],
		['http://service.example/api', plain('https://service.example/api')],
		['http://service.example:8080/api/v2', plain('https://service.example:8080/api')],
		['ftp://localhost/api', plain('https://localhost/api')],
	])('%j is refused', (written, reason) => {
		expect(() => serviceAddress(written)).toThrow(new ServiceAddressError(reason));
	});

	it('that was probably meant is accepted', () => {
		const segment = fc.stringMatching(/^[a-z0-9]{1,8}$/);
		fc.assert(
			fc.property(fc.array(segment, { maxLength: 4 }), (path) => {
				const written = `https://service.example/${path.join('/')}`;
				try {
					expect(serviceAddress(written)).toBe(written);
				} catch (error) {
					if (!(error instanceof ServiceAddressError)) throw error;
					const suggested = error.message.split('Probably meant: ')[1];
					expect(serviceAddress(suggested)).toBe(suggested);
				}
			}),
		);
	});
});

describe('this machine', () => {
	it.each(['localhost', 'LOCALHOST', 'n8n.localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])('is %s', (host) => {
		expect(isLoopback(host)).toBe(true);
	});

	it.each([
		'localhost.example',
		'notlocalhost',
		'128.0.0.1',
		'10.127.0.1',
		'127.0.0.1.example',
		'127.0.0',
		'::2',
		'service.example',
		'',
	])('is not %s', (host) => {
		expect(isLoopback(host)).toBe(false);
	});
});

describe('an address the service delivers to', () => {
	it.each([
		'https://shop.example/hook',
		' https://shop.example ',
		'http://localhost:5678/webhook/x',
		'http://127.0.0.1:1/x',
		'https://localhost/x',
	])('%s', (address) => {
		expect(isDeliverable(address)).toBe(true);
	});

	it.each([
		'http://shop.example/hook',
		'ftp://localhost/x',
		'shop.example/hook',
		'/hook',
		'',
		'ftp://shop.example',
		'mailto:a@b.example',
	])('not %s', (address) => {
		expect(isDeliverable(address)).toBe(false);
	});
});

describe('a service', () => {
	it.each([
		['service.example', 'n8n.example'],
		['localhost', '127.0.0.1'],
		['localhost', '10.0.0.5'],
		['10.0.0.5', 'n8n.lan'],
		['10.0.0.5', 'n8n.example'],
		['service.example', '2001:db8::1'],
		['service.example', '172.32.0.1'],
	])('at %s can reach %s', (service, hostname) => {
		expect(canReach(service, hostname)).toBe(true);
	});

	it.each([
		['service.example', 'localhost'],
		['10.0.0.5', 'localhost'],
		['service.example', '10.0.0.5'],
		['service.example', '100.64.0.1'],
		['service.example', '[fd00::1]'],
		['service.example', 'n8n.local'],
		['service.example', 'n8n'],
	])('at %s cannot reach %s', (service, hostname) => {
		expect(canReach(service, hostname)).toBe(false);
	});
});
