import * as wire from '../../../emulator/otherwise';
import { everywhere, type Fields } from '../../../emulator/otherwise/difference';

/** A service that differs from the emulator, until mocks are restored. */

/** How a record differs. */
export type Change = (record: Fields) => Fields;

/** The answers of some endpoints differ. */
export const answered = (endpoints: readonly string[], change: (answer: Fields) => unknown) =>
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) =>
			endpoints.includes(endpoint) ? change(answer as Fields) : answer,
		);

/** The records of a list differ, perhaps by their places in it. */
export const listed = (endpoint: string, change: (record: Fields, place: number) => Fields) =>
	answered([endpoint], ({ records, ...envelope }) => ({ ...envelope, records: (records as Fields[]).map(change) }));

/** Every object in the answers of some endpoints differs, at any depth. */
export const shown = (endpoints: readonly string[] | 'everywhere', change: Change) =>
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) =>
			endpoints === 'everywhere' || endpoints.includes(endpoint) ? everywhere(answer as Fields, change) : answer,
		);

type Asked = Parameters<ReturnType<typeof wire.otherwise>['request']>;

/** Requests to some endpoints are read otherwise, or refused. */
export function asked(endpoints: readonly string[], change: (request: Asked[1]) => Asked[1]): void {
	const { otherwise } = wire;
	jest.spyOn(wire, 'otherwise').mockImplementation((settings) => {
		const known = otherwise(settings);
		return {
			...known,
			request: (endpoint, request) => known.request(endpoint, endpoints.includes(endpoint) ? change(request) : request),
		};
	});
}
