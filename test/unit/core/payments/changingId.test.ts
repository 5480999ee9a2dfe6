import { changesEveryRun } from '../../../../core/payments/changingId';

describe('an External ID that no repeated run has', () => {
	it.each([
		'={{ $execution.id }}',
		'={{ $execution.id }}-{{ $runIndex }}-{{ $itemIndex }}',
		'=INV-{{ $json.invoice }}-{{ $execution.id }}',
		'={{ Math.random() }}',
		'={{ Date.now() }}',
		'={{ new Date().toISOString() }}',
		"={{ require('crypto').randomUUID() }}",
		'={{ $now }}',
		'={{ $now.toISO() }}',
		'={{ $now.toMillis() }}',
		'={{ $now.hour }}',
		"={{ $now.startOf('hour').toISO() }}",
		"={{ $now.toFormat('yyyy-MM-dd HH:mm') }}",
		"={{ $now.format('yyyyMMddHHmmss') }}",
		'={{ $now.minus({ days: 1 }).toISO() }}',
		'={{ $now.toISODate() }}-{{ $now.toMillis() }}',
		'={{ $now.toISODate() }}-{{ Math.random() }}',
	])('%s', (expression) => {
		expect(changesEveryRun(expression)).toBe(true);
	});
});

describe('an External ID that a run of the same data or of the same day has again', () => {
	it.each([
		'={{ $json.invoice }}',
		'=INV-{{ $json.invoice }}-{{ $itemIndex }}',
		'={{ $today.toISODate() }}',
		'={{ $now.toISODate() }}',
		"=wages-{{ $now.toFormat('yyyy-MM') }}-{{ $json.employee }}",
		'={{ $now.toFormat("yyyy-LL-dd") }}',
		"={{ $now.format('yyyy-MM-dd') }}",
		"={{ $now.startOf('month').toISO() }}",
		'={{ $now.startOf("day") }}',
		"={{ $now.minus({ months: 1 }).toFormat('yyyy-MM') }}",
		"={{ $now.minus(1, 'month').startOf('week').toISO() }}",
		'={{ $now.year }}-{{ $now.month }}',
		'={{ $now.year }}-W{{ $now.weekNumber }}',
		'={{ $now.year }}-Q{{ $now.quarter }}',
		'={{ $now.day }}',
	])('%s', (expression) => {
		expect(changesEveryRun(expression)).toBe(false);
	});
});

it.each(['INV-2031-077', '$execution.id', '{{ $now }}', '', 7, undefined, null, { __rl: true }])(
	'what is no expression does not change: %j',
	(given) => {
		expect(changesEveryRun(given)).toBe(false);
	},
);
