import { deriveAuthorization } from '../../../core/authorization';

/** The credential of an account that no test calls, and what its genuine notifications carry. */
export const credential = {
	environment: 'sandbox',
	baseUrl: 'https://service.example/api',
	appId: 'app-1',
	secretKey: 's3cret',
};
export const headers = {
	authorization: deriveAuthorization({ secret: credential.secretKey, appId: credential.appId }),
};
