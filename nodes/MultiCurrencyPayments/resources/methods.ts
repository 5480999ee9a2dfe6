import type { INodeProperties } from 'n8n-workflow';
import { readMethods, type MethodKind } from '../../service/methods';
import { methodOf } from '../form/methodParameters';
import { asItems } from '../form/presentation';
import type { Operation } from '../operation';

/** What can be asked about the methods of payins and of payouts alike. @param field chooses one of them */
export const methodOperations = (kind: MethodKind, field: INodeProperties): Operation[] => [
	{
		value: 'get',
		name: 'Get',
		action: `Get ${kind} method`,
		description: `Read what a ${kind} method asks for: parameters, banks, limits and conditions`,
		properties: [field],
		async execute(item) {
			// Whichever kind it is, its record comes out as it is.
			return asItems(await methodOf(item, kind as 'payin'));
		},
	},
	{
		value: 'getAll',
		name: 'Get Many',
		action: `Get many ${kind} methods`,
		description: `List the ${kind} methods of the account`,
		// The service takes no parameters for it, and an account has few methods.
		properties: [],
		execute: async (item) => asItems(await readMethods(item.client, kind)),
	},
];
