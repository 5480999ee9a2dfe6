import { html } from 'hono/html';

/** Keeps browsers from asking for /favicon.ico, which would only fill their console with a 404. */
export const emptyIcon = html`<link rel="icon" href="data:," />`;
