import { assumptions } from '../../../contract/assumptions';
import { guesses } from '../../../emulator/otherwise';
import type { Emulator } from '../../../emulator/server';
import { probes } from '../../../sandbox/probes';
import { unprobed } from '../../../sandbox/unprobed';
import { preparedEmulator, ran, withVerdict } from './running';

let emulator: Emulator | undefined;
afterEach(async () => await emulator?.close());

/** Differences of the other service that the words of the assumption allow, so that no probe may call it refuted. */
const ALLOWED = { latePayCode: 'null or an empty object' };

const planted = guesses.filter((id) => !(id in unprobed) && !(id in ALLOWED));

/** At night each, in `npm test` every tenth. */
const chosen = process.env.EVERYTHING ? planted : planted.filter((_, index) => index % 10 === 0);

describe('the probes', () => {
	it('belong to one assumption each, and every other assumption says why it has none', () => {
		const ids = [...probes.map(({ id }) => id), ...Object.keys(unprobed)];
		expect(ids.sort()).toEqual(assumptions.map(({ id }) => id).sort());
	});

	it('confirm all that the emulator does', async () => {
		emulator = await preparedEmulator();
		const { judged } = await ran(emulator);
		expect(judged.filter(({ verdict }) => verdict !== 'confirmed')).toEqual([]);
	});

	it.each(chosen)('find %s where it is wrong, and nothing else', async (id) => {
		emulator = await preparedEmulator({ wrongGuesses: [id] });
		const { judged } = await ran(emulator, { settle: 3_000 });
		expect(withVerdict(judged, 'refuted')).toEqual([id]);
	});

	it.each(Object.keys(ALLOWED))('do not call %s refuted where the other service keeps to its words', async (id) => {
		emulator = await preparedEmulator({ wrongGuesses: [id] });
		const { judged } = await ran(emulator, { settle: 3_000 });
		expect(withVerdict(judged, 'refuted')).toEqual([]);
	});

	it('find at least 50 differences where every guess is wrong at once, and none that is not there', async () => {
		emulator = await preparedEmulator({ wrongGuesses: guesses });
		const { judged } = await ran(emulator, { settle: 1_000 });
		const refuted = withVerdict(judged, 'refuted');
		expect(refuted.length).toBeGreaterThanOrEqual(50);
		expect(refuted.filter((id) => !planted.includes(id))).toEqual([]);
	});

	it('say of what a single account cannot show that it was not tried', async () => {
		emulator = await preparedEmulator();
		const { judged } = await ran(emulator, { currencies: ['AUD'] });
		expect(withVerdict(judged, 'refuted')).toEqual([]);
		expect(withVerdict(judged, 'not tried')).toEqual(
			expect.arrayContaining(['thBankSwiftField', 'otpField', 'latePayCode', 'branchCodeAnswer', 'bankLookupAnswer']),
		);
	});
});
