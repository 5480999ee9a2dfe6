import { join } from 'path';
import type { Service } from '../engine/service';
import { outputOf } from './occasions';
import { outputSchemaOf } from './outputSchema';

const folder = join(__dirname, '../../../nodes/MultiCurrencyPayments/__schema__/v1.0.0');

/** Where n8n looks for the output schema of an operation. */
export const schemaPath = (operation: string) => join(folder, `${operation.replace('.', '/')}.json`);

/** The text of that file, from what the operation gives when it runs. */
export async function schemaText(service: Service, operation: string): Promise<string> {
	return `${JSON.stringify(outputSchemaOf(await outputOf(service, operation)), null, '\t')}\n`;
}
