import { html } from 'hono/html';

/** Keeps browsers from requesting /favicon.ico and logging a 404. */
export const emptyIcon = html`<link rel="icon" href="data:," />`;
