import type { INodeExecutionData } from 'n8n-workflow';

/**
 * What became of one item of an operation that handles all items together. Output items that come from none of the input items
 * say so by a `pairedItem` that is undefined.
 */
export type ItemResult = { item: number; items: INodeExecutionData[] } | { item: number; failure: unknown };
