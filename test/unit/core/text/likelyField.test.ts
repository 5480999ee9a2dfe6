import { likelyFieldIn } from '../../../../core/text/likelyField';

const BOM = { '\ufeffreference': 'INV-7', amount: 5 };

it.each<[string, object, object | undefined]>([
	['={{ $json.reference }}', BOM, { asked: 'reference', there: '\ufeffreference', hidden: 'U+FEFF' }],
	['={{ $json["reference"] }}', BOM, { asked: 'reference', there: '\ufeffreference', hidden: 'U+FEFF' }],
	["={{ $('Read').item.json.reference }}", BOM, { asked: 'reference', there: '\ufeffreference', hidden: 'U+FEFF' }],
	['={{ $json?.reference ?? "" }}', BOM, { asked: 'reference', there: '\ufeffreference', hidden: 'U+FEFF' }],
	[
		'={{ $json.amount }}{{ $json.reference.trim() }}',
		BOM,
		{ asked: 'reference', there: '\ufeffreference', hidden: 'U+FEFF' },
	],
	['={{ $json.reference }}', { Reference: 1 }, { asked: 'reference', there: 'Reference', hidden: undefined }],
	['={{ $json.reference }}', { 'reference ': 1 }, { asked: 'reference', there: 'reference ', hidden: undefined }],
	[
		"={{ $json['Invoice No'] }}",
		{ 'invoice\u00a0no': 1 },
		{ asked: 'Invoice No', there: 'invoice\u00a0no', hidden: undefined },
	],
	['={{ $json.external_id }}', { 'External ID': 1 }, { asked: 'external_id', there: 'External ID', hidden: undefined }],
	[
		'={{ $json.body.reference }}',
		{ body: { REFERENCE: 1 } },
		{ asked: 'reference', there: 'REFERENCE', hidden: undefined },
	],
	['={{ $json.größe }}', { 'gro\u0308\u00dfe': 1 }, { asked: 'größe', there: 'gro\u0308\u00dfe', hidden: undefined }],
	['={{ $json.reference }}', { reference: '', '\ufeffreference': 1 }, undefined],
	['={{ $json.reference }}', { ref: 1 }, undefined],
	['={{ $json.amount.reference }}', BOM, undefined],
	['={{ $now }}', BOM, undefined],
	['INV-7', BOM, undefined],
])('%s of %j means %j', (expression, json, likely) => {
	expect(likelyFieldIn(expression, json)).toEqual(likely);
});
