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

/** What names a text in a failed test. */
const broken = <T extends { form: string; field: INodeProperties }>(
	all: readonly T[],
	textOf: (each: T) => string | undefined,
	holds: (text: string, each: T) => boolean,
): string[] => [
	...new Set(
		all.flatMap((each) => {
			const text = textOf(each);
			return text && !holds(text, each) ? [`${each.form} ${each.field.name}: ${text}`] : [];
		}),
	),
];

const SMALL_WORDS = new Set([
	'a',
	'an',
	'and',
	'at',
	'by',
	'for',
	'from',
	'in',
	'of',
	'on',
	'or',
	'per',
	'the',
	'to',
	'with',
]);

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

const described = [
	...fields.map(({ form, field }) => ({ form, field, text: field.description })),
	...fields.map(({ form, field }) => ({ form, field, text: field.hint })),
	...fields.map(({ form, field }) => ({ form, field, text: field.type === 'notice' ? field.displayName : undefined })),
	...choices.map(({ form, field, choice }) => ({ form, field, text: choice.description })),
];

it('labels and choices are in title case', () => {
	const labelled = fields.filter(({ field }) => field.type !== 'notice');
	expect(broken(labelled, ({ field }) => field.displayName, isTitle)).toEqual([]);
	expect(broken(choices, ({ choice }) => choice.name, isTitle)).toEqual([]);
});

it('descriptions, hints and notices are sentences that end as n8n wants', () => {
	expect(broken(described, ({ text }) => text, endsRight)).toEqual([]);
	expect(
		broken(
			described,
			({ text }) => text,
			(text) => /^(<b>)?[A-Z0-9“]/.test(text),
		),
	).toEqual([]);
});

it('descriptions of switches begin with Whether, and no description repeats its label', () => {
	const switches = fields.filter(({ field }) => field.type === 'boolean');
	expect(
		broken(
			switches,
			({ field }) => field.description ?? 'none',
			(text) => text.startsWith('Whether '),
		),
	).toEqual([]);
	const says = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
	expect(
		broken(
			fields,
			({ field }) => field.description,
			(text, { field }) => says(text) !== says(field.displayName),
		),
	).toEqual([]);
});

it('placeholders are examples', () => {
	const inputs = fields.filter(({ field }) => field.type !== 'collection');
	expect(
		broken(
			inputs,
			({ field }) => field.placeholder,
			(text) => text.startsWith('e.g. '),
		),
	).toEqual([]);
	const modes = fields.flatMap(({ form, field }) => (field.modes ?? []).map((mode) => ({ form, field, mode })));
	const typed = modes.filter(({ mode }) => mode.type === 'string');
	expect(typed.length).toBeGreaterThan(0);
	expect(
		broken(
			typed,
			({ mode }) => mode.placeholder ?? 'none',
			(text) => text.startsWith('e.g. '),
		),
	).toEqual([]);
	const collections = fields.filter(({ field }) => field.type === 'collection');
	expect(
		broken(
			collections,
			({ field }) => field.placeholder ?? 'none',
			(text) => text.startsWith('Add '),
		),
	).toEqual([]);
});

it('optional fields are in alphabetical order', () => {
	const names = ({ field }: { field: INodeProperties }) =>
		(field.options ?? []).filter(isField).map((each) => each.displayName);
	const unsorted = fields.filter(({ field }) => field.type === 'collection').map(names);
	expect(unsorted.filter((each) => each.join() !== [...each].sort((a, b) => a.localeCompare(b)).join())).toEqual([]);
});

it('actions are in sentence case, without articles, and those of triggers name an event', () => {
	const acting = choices.filter(({ choice }) => choice.action);
	expect(acting.length).toBeGreaterThan(46);
	expect(
		broken(
			acting,
			({ choice }) => choice.action,
			(text) => /^[A-Z][a-z]+ /.test(text) && !/ (a|an|the) /.test(text),
		),
	).toEqual([]);
	const events = choices.filter(({ form, field }) => form !== 'action' && field.name === 'events');
	expect(events.length).toBeGreaterThan(0);
	expect(
		broken(
			events,
			({ choice }) => choice.action ?? 'none',
			(text) => text.startsWith('On '),
		),
	).toEqual([]);
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
