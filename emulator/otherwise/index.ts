import type { EndpointId } from '../../contract/endpoints';
import type { NotificationSource } from '../../contract/notifications';
import { both, type Difference, type Fields, type OtherBehaviour } from './difference';
import { shapeDifferences } from './shapes';
import { valueDifferences } from './values';

export type { WireRequest } from './difference';

/** Which assumptions are wrong; part of the emulator's settings. */
interface Wrong {
	wrongGuesses: readonly string[];
}

/** For each assumption of the register that shows on the wire, how a service differs in which it is wrong. */
export const differences: Readonly<Record<string, Difference>> = { ...valueDifferences, ...shapeDifferences };

/** The assumptions that can be wrong in an emulator. */
export const guesses: readonly string[] = Object.keys(differences);

/** The settings that the wrong assumptions change. @throws RangeError for an unknown assumption */
export function settingsOf(wrongGuesses: readonly string[]): OtherBehaviour {
	for (const id of wrongGuesses) if (!(id in differences)) throw new RangeError(`There is no guess ${id}`);
	return Object.assign({}, ...wrongGuesses.map((id) => differences[id]?.settings ?? {})) as OtherBehaviour;
}

/** All the differences of a service in which these assumptions are wrong, as one. */
export function otherwise({ wrongGuesses }: Wrong): Required<Omit<Difference, 'settings'>> {
	const chosen = guesses.filter((id) => wrongGuesses.includes(id)).map((id) => differences[id] ?? {});
	return both(...chosen) as Required<Omit<Difference, 'settings'>>;
}

/** A notification body as the other service would send it. */
export function notificationOtherwise(settings: Wrong, source: NotificationSource, body: unknown): unknown {
	return settings.wrongGuesses.length === 0 ? body : otherwise(settings).notification(source, body as Fields);
}

/** An answer as the other service would give it. */
export function answerOtherwise(settings: Wrong, endpoint: EndpointId, answer: unknown): unknown {
	return settings.wrongGuesses.length === 0 ? answer : otherwise(settings).answer(endpoint, answer as Fields);
}
