import type { IExecuteFunctions } from 'n8n-workflow';
import { attemptNow } from '../../../core/attempt';
import { inPlainSight } from '../../../core/payments/identifiers';
import { likelyField, likelyFieldIn, likelyOwnFieldIn, type Likely } from '../../../core/text/likelyField';
import { isObjectOrList } from '../../../core/objects';

/**
 * Why the expression of a parameter gives nothing for an item, as a sentence that begins with a blank; empty where the item
 * has no field that it could mean.
 * @param part the name of a part of it, such as one method parameter
 */
export function whyEmpty(
	n8n: IExecuteFunctions,
	index: number,
	name: string,
	part?: string,
	likelyOf = likelyFieldIn,
): string {
	const read = attemptNow(() => {
		const raw: unknown = n8n.getNodeParameter(name, index, '', { rawExpressions: true });
		const json: unknown = n8n.getInputData()[index]?.json;
		if (part !== undefined && mapsByName(raw)) return likelyField(part, json);
		const value = valueIn(raw, part);
		return typeof value === 'string' && value.startsWith('=') ? likelyOf(value, json) : undefined;
	});
	return 'value' in read && read.value ? sentenceOf(read.value) : '';
}

/** The same where the expression gives something, though a field that it surely reads is missing. */
export const whyIncomplete = (n8n: IExecuteFunctions, index: number, name: string): string =>
	whyEmpty(n8n, index, name, undefined, likelyOwnFieldIn);

/** Whether the fields of the item count that have the names of the parts. */
const mapsByName = (raw: unknown): boolean =>
	isObjectOrList(raw) && (raw as { mappingMode?: unknown }).mappingMode === 'autoMapInputData';

/** The text of a parameter, of what was chosen in a list, or of one part of it. */
function valueIn(raw: unknown, part: string | undefined): unknown {
	if (!isObjectOrList(raw)) return raw;
	const { value } = raw as { value?: unknown };
	return part === undefined || !isObjectOrList(value) ? value : (value as Record<string, unknown>)[part];
}

function sentenceOf({ asked, there, hidden }: Likely): string {
	const names = ` The item has no field “${inPlainSight(asked)}”, but one called “${inPlainSight(there)}”`;
	if (hidden === undefined) return `${names}: map it anew.`;
	const cure =
		hidden === 'U+FEFF'
			? 'Switch on Exclude Byte Order Mark (BOM) in the options of the node that reads the file'
			: 'Rename it, or map it anew';
	return `${names}, with a character in its name that nobody sees. ${cure}.`;
}
