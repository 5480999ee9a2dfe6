import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { BodyOf, EndpointId, ParamsOf, QueryOf, ResponseOf } from '../../contract/endpoints';
import type { Account } from '../account';
import type { World } from '../world';
import type { AppContext } from './context';

/** The web application. Every request carries its Node.js socket. */
export type App = Hono<{ Bindings: HttpBindings }>;

/** One request and its answer. */
export type Exchange = Context<{ Bindings: HttpBindings }>;

/** One authenticated, validated call. Only the gateway link needs `headers`, for its access token. */
export interface Call<I extends EndpointId> {
	world: World;
	account: Account;
	query: QueryOf<I>;
	body: BodyOf<I>;
	params: ParamsOf<I>;
	headers: Headers;
}

/** Answers one endpoint. Throws a ServiceError to refuse. */
export type Handler<I extends EndpointId> = (call: Call<I>) => ResponseOf<I> | Promise<ResponseOf<I>>;
export type Handlers = { [I in EndpointId]?: Handler<I> };

/** One call of `/_control`. The body is the JSON that was sent, or `{}`. */
export interface Command {
	world: World;
	reset: AppContext['reset'];
	query: Record<string, string>;
	params: Record<string, string>;
	body: Record<string, unknown>;
}

/** Answers one command of `/_control`. No return value means that it was done. */
export type CommandHandler = (command: Command) => unknown;

/** Commands by method and path, e.g. 'POST payins/dispute'. */
export type CommandHandlers = Record<`${'GET' | 'POST' | 'DELETE'} ${string}`, CommandHandler>;

/** Adds pages or files outside `/api`. A reset replaces the world, so get it anew for each request. */
export type Mount = (app: App, world: () => World) => void;
