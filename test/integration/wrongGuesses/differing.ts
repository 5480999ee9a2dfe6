import * as wire from '../../../emulator/otherwise';
import type { Fields } from '../../../emulator/otherwise/difference';

/** A service that differs from the emulator, until mocks are restored. */

/** How a record differs. */
export type Change = (record: Fields) => Fields;

/** The records of a list differ, perhaps by their places in it. */
export const listed = (endpoint: string, change: (record: Fields, place: number) => Fields) =>
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, asked, answer) => {
		const { records, ...envelope } = answer as { records: Fields[] };
		return asked === endpoint ? { ...envelope, records: records.map(change) } : answer;
	});

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
