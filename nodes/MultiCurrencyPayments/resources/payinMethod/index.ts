import { payinMethodField } from '../../form/methodParameters';
import type { Resource } from '../../operation';
import { methodOperations } from '../methods';

export const payinMethod: Resource = {
	value: 'payinMethod',
	name: 'Payin Method',
	description: 'How customers can pay',
	operations: methodOperations('payin', payinMethodField),
	defaultOperation: 'get',
};
