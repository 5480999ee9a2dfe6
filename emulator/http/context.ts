import type { World } from '../world';

/** What the web application needs to know of the emulator around it. */
export interface AppContext {
	/** A reset replaces the world, so get it anew for each request. */
	world: () => World;
	reset: (changes: ResetRequest) => Promise<World>;
	/** Ends stalled and slow answers when the emulator stops. */
	stopped: AbortSignal;
}

/** What a reset may change; anything left out is as at the start. */
export interface ResetRequest {
	seed?: number;
	start?: Date;
	frozen?: boolean;
}
