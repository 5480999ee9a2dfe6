/** What is made, in the words of messages to the user. */
export interface Subject {
	/** Worded for the middle of a sentence: "payment". */
	name: string;
	made: 'made' | 'created';
	/** The name of the field that names it: "External ID". */
	idName: string;
	/** What sending it once more without looking may do. */
	risk: string;
}

export const PAYMENT: Subject = { name: 'payment', made: 'made', idName: 'External ID', risk: 'pay twice' };

export const REFUND: Subject = { name: 'refund', made: 'made', idName: 'External ID', risk: 'refund twice' };

/** A request for money: nothing moves when it is made, but a second one might be paid as well. */
export const requestFor = (name: string, idName = 'External ID'): Subject => ({
	name,
	made: 'created',
	idName,
	risk: `make a second ${name}`,
});
