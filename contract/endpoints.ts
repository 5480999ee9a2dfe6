import type { z } from 'zod/v4';
import { cardAndCashbackEndpoints } from './endpoints/cardsAndCashbacks';
import { v1Endpoints } from './endpoints/v1';
import { v2AccountEndpoints } from './endpoints/v2Accounts';
import { v2PayinEndpoints } from './endpoints/v2Payins';
import { v2PayoutEndpoints } from './endpoints/v2Payouts';
import { v3Endpoints } from './endpoints/v3';

export type { EndpointContract } from './endpoints/endpoint';

/** Every endpoint of the service. Spec: Endpoints. */
export const endpoints = {
	...v1Endpoints,
	...v2PayinEndpoints,
	...v2PayoutEndpoints,
	...v2AccountEndpoints,
	...v3Endpoints,
	...cardAndCashbackEndpoints,
} as const;

export type EndpointId = keyof typeof endpoints;

type Contract<I extends EndpointId> = (typeof endpoints)[I];

/** Query after parsing (defaults filled in), `undefined` when there is none. */
export type QueryOf<I extends EndpointId> =
	Contract<I> extends { query: infer S extends z.ZodType } ? z.output<S> : undefined;

/** Body after parsing (defaults filled in), `undefined` when there is none. */
export type BodyOf<I extends EndpointId> =
	Contract<I> extends { body: infer S extends z.ZodType } ? z.output<S> : undefined;

/** Path parameters, `undefined` when there are none. */
export type ParamsOf<I extends EndpointId> =
	Contract<I> extends { params: infer S extends z.ZodType } ? z.output<S> : undefined;

export type ResponseOf<I extends EndpointId> = z.output<Contract<I>['response']>;
