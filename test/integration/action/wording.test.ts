import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { MultiCurrencyPaymentsApi } from '../../../credentials/MultiCurrencyPaymentsApi.credentials';
import { MultiCurrencyPaymentsPollingTrigger } from '../../../nodes/MultiCurrencyPaymentsPollingTrigger/MultiCurrencyPaymentsPollingTrigger.node';
import { MultiCurrencyPaymentsTrigger } from '../../../nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node';
import { ACTION, nodeTypes } from '../engine/nodeTypes';

/**
 * n8n's UX guidelines for the texts of a form. The lint plugin reads source code, so it misses what functions put
 * together; here the finished forms are read.
 */

const forms: Record<string, INodeProperties[]> = {
	credential: new MultiCurrencyPaymentsApi().properties,
	action: nodeTypes.getByNameAndVersion(ACTION).description.properties,
	trigger: new MultiCurrencyPaymentsTrigger().description.properties,
	polling: new MultiCurrencyPaymentsPollingTrigger().description.properties,
};

type Option = INodePropertyOptions | INodeProperties | INodePropertyCollection;

const isField = (option: Option): option is INodeProperties => 'displayName' in option && 'type' in option;

const withInner = (field: INodeProperties): INodeProperties[] => [
	field,
	...(field.options ?? []).filter(isField).flatMap(withInner),
];

const fields = Object.entries(forms).flatMap(([form, properties]) =>
	properties.flatMap(withInner).map((field) => ({ form, field })),
);
const choices = fields.flatMap(({ form, field }) =>
	(field.options ?? [])
		.filter((option): option is INodePropertyOptions => 'value' in option)
		.map((choice) => ({ form, field, choice })),
);

/** Texts of a form, each with what names it in a failed test. */
const textsOf = <T extends { form: string; field: INodeProperties }>(all: readonly T[], textOf: (each: T) => unknown) =>
	all.flatMap((each) => {
		const text = textOf(each);
		return typeof text === 'string' && text !== '' ? [{ ...each, text }] : [];
	});

const broken = <T extends ReturnType<typeof textsOf>[number]>(texts: readonly T[], holds: (each: T) => boolean) => [
	...new Set(texts.filter((each) => !holds(each)).map(({ form, field, text }) => `${form} ${field.name}: ${text}`)),
];

const SMALL_WORDS = new Set('a an and at by for from in of on or per the to with'.split(' '));

/** Small words may be written either way inside a title: n8n's own lint rule capitalises some of them. */
const isTitle = (text: string): boolean =>
	text
		.replace(/[()]/g, '')
		.split(/[ -]/)
		.every((word, index) => /^[A-Z0-9]/.test(word) || (index > 0 && SMALL_WORDS.has(word)));

/** One sentence ends without a period, several end with one. */
function endsRight(text: string): boolean {
	const sentences = text.replace(/<[^>]+>/g, ' ').split(/[.?!][”"]?\s+(?=[A-Z“])/).length;
	return text.endsWith('.') === sentences > 1;
}

const descriptions = textsOf(fields, ({ field }) => field.description);
const described = [
	...descriptions,
	...textsOf(fields, ({ field }) => field.hint),
	...textsOf(fields, ({ field }) => field.type === 'notice' && field.displayName),
	...textsOf(choices, ({ choice }) => choice.description),
];

it('labels and choices are in title case', () => {
	const labels = textsOf(fields, ({ field }) => field.type !== 'notice' && field.displayName);
	const all = [...labels, ...textsOf(choices, ({ choice }) => choice.name)];
	expect(broken(all, ({ text }) => isTitle(text))).toEqual([]);
});

it('descriptions, hints and notices are sentences that end as n8n wants', () => {
	expect(broken(described, ({ text }) => endsRight(text) && /^(<b>)?[A-Z0-9“]/.test(text))).toEqual([]);
});

it('descriptions of switches begin with Whether, and no description repeats its label', () => {
	const switches = textsOf(fields, ({ field }) => field.type === 'boolean' && (field.description ?? 'none'));
	expect(broken(switches, ({ text }) => text.startsWith('Whether '))).toEqual([]);
	const says = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
	expect(broken(descriptions, ({ text, field }) => says(text) !== says(field.displayName))).toEqual([]);
});

it('placeholders are examples', () => {
	const examples = textsOf(fields, ({ field }) => field.type !== 'collection' && field.placeholder);
	const modes = fields
		.flatMap(({ form, field }) => (field.modes ?? []).map((mode) => ({ form, field, mode })))
		.filter(({ mode }) => mode.type === 'string');
	expect(modes.length).toBeGreaterThan(0);
	const typed = textsOf(modes, ({ mode }) => mode.placeholder ?? 'none');
	expect(broken([...examples, ...typed], ({ text }) => text.startsWith('e.g. '))).toEqual([]);
	const collections = textsOf(fields, ({ field }) => field.type === 'collection' && (field.placeholder ?? 'none'));
	expect(broken(collections, ({ text }) => text.startsWith('Add '))).toEqual([]);
});

it('optional fields are in alphabetical order', () => {
	const names = ({ field }: { field: INodeProperties }) =>
		(field.options ?? []).filter(isField).map((each) => each.displayName);
	const unsorted = fields.filter(({ field }) => field.type === 'collection').map(names);
	expect(unsorted.filter((each) => each.join() !== [...each].sort((a, b) => a.localeCompare(b)).join())).toEqual([]);
});

it('actions are in sentence case, without articles, and those of triggers name an event', () => {
	const actions = textsOf(choices, ({ choice }) => choice.action);
	expect(actions.length).toBeGreaterThan(46);
	expect(broken(actions, ({ text }) => /^[A-Z][a-z]+ /.test(text) && !/ (a|an|the) /.test(text))).toEqual([]);
	const events = choices.filter(({ form, field }) => form !== 'action' && field.name === 'events');
	expect(events.length).toBeGreaterThan(0);
	const told = textsOf(events, ({ choice }) => choice.action ?? 'none');
	expect(broken(told, ({ text }) => text.startsWith('On '))).toEqual([]);
});

it('what n8n’s workflow builder reads is short, and says what keeps money safe', () => {
	const hints = [...fields.map(({ field }) => field), ...choices.map(({ choice }) => choice)].flatMap(
		({ builderHint }) => builderHint?.propertyHint ?? [],
	);
	const { searchHint = '' } = nodeTypes.getByNameAndVersion(ACTION).description.builderHint ?? {};
	const all = [...new Set([searchHint, ...hints])];
	expect(all.filter((hint) => hint.length > 120)).toEqual([]);
	for (const word of [
		'credential',
		'review before every tool',
		'Retry On Fail',
		'invoice number',
		'All Items',
		'time limit',
	])
		expect(all.join(' ')).toContain(word);
});
