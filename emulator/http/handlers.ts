import type { Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import type { BodyOf, EndpointId, ParamsOf, QueryOf, ResponseOf } from '../../contract/endpoints';
import type { Account } from '../account';
import type { World } from '../world';

/** One authenticated, validated call. `headers` is for the access token of the gateway link alone. */
export interface Call<I extends EndpointId> {
	world: World;
	account: Account;
	query: QueryOf<I>;
	body: BodyOf<I>;
	params: ParamsOf<I>;
	headers: Headers;
}

/** Answers one endpoint; throws a ServiceError to refuse. */
export type Handler<I extends EndpointId> = (call: Call<I>) => ResponseOf<I> | Promise<ResponseOf<I>>;
export type Handlers = { [I in EndpointId]?: Handler<I> };

/** One command of `/_control`, e.g. 'POST payid/pay'. The body is whatever JSON was sent ({} without one). */
export type ControlHandler = (call: {
	world: World;
	query: Record<string, string>;
	body: Record<string, unknown>;
}) => unknown;
export type ControlHandlers = Record<`${'GET' | 'POST'} ${string}`, ControlHandler>;

/** The web application; every request carries its node socket. */
export type App = Hono<{ Bindings: HttpBindings }>;

/** Adds pages or files outside `/api`. The world is asked for at each request, because a reset replaces it. */
export type Mount = (app: App, world: () => World) => void;
