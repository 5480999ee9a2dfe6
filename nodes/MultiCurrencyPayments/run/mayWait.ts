import type { IExecuteFunctions } from 'n8n-workflow';
import { ExplainedError, type Explanation } from '../../../core/text/explained';
import { refusedBy } from '../../../core/payments/guards';
import { whoCannotWait } from '../../n8n/wait';

/** An execution that cannot wait was asked to. Nothing was sent. */
class CannotWait extends ExplainedError {
	constructor(readonly explanation: Explanation) {
		super(explanation.message);
	}
}

/** @param asked what would make it wait @throws {CannotWait} whose title stands alone: some agents read no more */
export function assertMayWait(n8n: IExecuteFunctions, asked: string, instead: string): void {
	const who = whoCannotWait(n8n);
	if (who === undefined) return;
	throw new CannotWait({
		message: `Nothing was sent, because ${who} cannot wait: use ${instead}`,
		description: `${asked} needs an execution that n8n keeps and goes on with later. Let a trigger in another workflow react to the status, or ask for it with Get.`,
		effect: 'told',
		details: refusedBy('waiting', '', asked),
	});
}
