import type { ControlHandlers, Handlers, Mount } from '../handlers';

/** Every endpoint that is answered. */
export const handlers: Handlers = {};

/** Commands of `/_control` that rooms add. */
export const controlHandlers: ControlHandlers = {};

/** Pages and files that rooms add. */
export const mounts: readonly Mount[] = [];
