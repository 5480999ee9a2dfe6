import type { EndpointId } from '../../contract/endpoints';
import type { NotificationSource } from '../../contract/notifications';
import { both, type Difference, type Fields, type OtherBehaviour } from './difference';
import { shapeDifferences } from './shapes';
import { valueDifferences } from './values';

export type { WireRequest } from './difference';

/** Which guesses are wrong; part of the emulator's settings. */
interface Wrong {
	wrongGuesses: readonly string[];
}

/** The service in another personality: for each guess of the register that can be seen on the wire, another one. */
export const differences: Readonly<Record<string, Difference>> = { ...valueDifferences, ...shapeDifferences };

/** The guesses that can be wrong in an emulator. */
export const guesses: readonly string[] = Object.keys(differences);

/** What the wrong guesses change in the emulator's behaviour. @throws RangeError for one that is not known */
export function settingsOf(wrongGuesses: readonly string[]): OtherBehaviour {
	for (const id of wrongGuesses) if (!(id in differences)) throw new RangeError(`There is no guess ${id}`);
	return Object.assign({}, ...wrongGuesses.map((id) => differences[id]?.settings ?? {})) as OtherBehaviour;
}

/** All the differences of a service in which these guesses are wrong, as one. */
export function otherwise({ wrongGuesses }: Wrong): Required<Omit<Difference, 'settings'>> {
	const chosen = guesses.filter((id) => wrongGuesses.includes(id)).map((id) => differences[id] ?? {});
	return both(...chosen) as Required<Omit<Difference, 'settings'>>;
}

/** A body as the other service would send it. */
export function notificationOtherwise(settings: Wrong, source: NotificationSource, body: unknown): unknown {
	return settings.wrongGuesses.length === 0 ? body : otherwise(settings).notification(source, body as Fields);
}

/** An answer as the other service would give it. */
export function answerOtherwise(settings: Wrong, endpoint: EndpointId, answer: unknown): unknown {
	return settings.wrongGuesses.length === 0 ? answer : otherwise(settings).answer(endpoint, answer as Fields);
}
