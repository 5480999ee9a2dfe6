import { payinMethodField } from '../../form/methodFields';
import type { Resource } from '../../operation';
import { methodOperations } from '../methods';

export const payinMethod: Resource = {
	value: 'payinMethod',
	name: 'Payin Method',
	description: 'How customers can pay',
	operations: methodOperations('payin', payinMethodField),
	defaultOperation: 'get',
};
