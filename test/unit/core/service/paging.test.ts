import fc from '../../../seeded';
import {
	cursorPage,
	firstOf,
	LatestIds,
	ListChangedError,
	MOST_READINGS,
	numberedPage,
	PagingError,
	readAhead,
	readList,
	readPages,
	UnknownListError,
	type FetchPage,
	type Page,
	type Position,
} from '../../../../core/service/paging';

const identify = (id: string) => id;
const list = (length: number) => Array.from({ length }, (_, index) => `record-${index}`);

/** A service that answers by page number; `asked` records the positions requested. */
function numbered(records: () => string[], size: number) {
	const asked: Position[] = [];
	const fetchPage: FetchPage<string> = async (position) => {
		asked.push(position);
		const page = position === undefined ? 1 : Number(position);
		const all = records();
		return numberedPage(all.slice((page - 1) * size, page * size), page, size, all.length);
	};
	return { fetchPage, asked };
}

/** The same with an opaque cursor. */
function withCursor(records: () => string[], size: number) {
	const asked: Position[] = [];
	const fetchPage: FetchPage<string> = async (position) => {
		asked.push(position);
		const start = position === undefined ? 0 : Number(String(position).slice('after-'.length));
		const all = records();
		const end = start + size;
		return cursorPage(all.slice(start, end), end < all.length, end < all.length ? `after-${end}` : null);
	};
	return { fetchPage, asked };
}

/** A service that answers with these pages, one after the other. */
function scripted(...pages: Page<string>[]): FetchPage<string> {
	let next = 0;
	return async () => {
		const page = pages[next++];
		if (!page) throw new Error('asked for more pages than there are');
		return page;
	};
}

async function pagesOf(fetchPage: FetchPage<string>): Promise<string[][]> {
	const pages: string[][] = [];
	for await (const page of readPages(fetchPage, identify)) pages.push(page);
	return pages;
}

const services = { numbered, withCursor };

describe.each(['numbered', 'withCursor'] as const)('a list with pages %s', (kind) => {
	const serve = services[kind];
	const SIZE = 20;

	it.each([0, 1, SIZE - 1, SIZE, SIZE + 1, 2 * SIZE, 10_000])('of %i records is read exactly', async (length) => {
		const { fetchPage, asked } = serve(() => list(length), SIZE);
		expect(await readList(fetchPage, identify)).toEqual(list(length));
		expect(asked).toHaveLength(Math.max(1, Math.ceil(length / SIZE)));
		expect(asked[0]).toBeUndefined();
	});

	it('of any length and page size is read exactly, in as many requests as it has pages', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(300), fc.integer({ min: 1, max: 50 }), async (length, size) => {
				const { fetchPage, asked } = serve(() => list(length), size);
				expect(await readList(fetchPage, identify)).toEqual(list(length));
				expect(new Set(asked).size).toBe(asked.length);
				expect(asked).toHaveLength(Math.max(1, Math.ceil(length / size)));
			}),
		);
	});

	it('gives its first records in as few requests as they need', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.nat(100),
				fc.integer({ min: 1, max: 30 }),
				fc.integer({ min: 1, max: 120 }),
				async (length, size, limit) => {
					const { fetchPage, asked } = serve(() => list(length), size);
					expect(await readList(fetchPage, identify, limit)).toEqual(list(length).slice(0, limit));
					expect(asked).toHaveLength(Math.max(1, Math.ceil(Math.min(length, limit) / size)));
				},
			),
		);
	});

	it.each([0, -1])('asks for nothing when %i records are wanted', async (limit) => {
		const { fetchPage, asked } = serve(() => list(5), SIZE);
		expect(await readList(fetchPage, identify, limit)).toEqual([]);
		expect(asked).toEqual([]);
	});

	it('yields page after page and no empty one', async () => {
		expect(await pagesOf(serve(() => list(5), 2).fetchPage)).toEqual([
			['record-0', 'record-1'],
			['record-2', 'record-3'],
			['record-4'],
		]);
		expect(await pagesOf(serve(() => [], 2).fetchPage)).toEqual([]);
	});
});

it('a list that may grow is read with everything that was there at the beginning, wherever records are added', async () => {
	const places = fc.array(fc.array(fc.nat(400), { maxLength: 20 }), { maxLength: 60 });
	await fc.assert(
		fc.asyncProperty(fc.nat(100), fc.integer({ min: 1, max: 30 }), places, async (length, size, additions) => {
			let records = list(length);
			let added = 0;
			const { fetchPage } = numbered(() => records, size);
			const growing: FetchPage<string> = async (position) => {
				const page = await fetchPage(position);
				for (const place of additions.shift() ?? [])
					records = records.toSpliced(place % (records.length + 1), 0, `new-${added++}`);
				return { ...page, mayGrow: true };
			};
			const read = await readList(growing, identify);
			expect(read.filter((id) => id.startsWith('record'))).toEqual(list(length));
			expect(new Set(read).size).toBe(read.length);
		}),
	);
});

describe('a page with a number', () => {
	it.each([
		[1, 20, 0, null],
		[1, 20, 19, null],
		[1, 20, 20, null],
		[1, 20, 21, 2],
		[2, 20, 40, null],
		[2, 20, 41, 3],
	])('%i of size %i in a list of %i is followed by %j', (page, size, total, next) => {
		expect(numberedPage(['a'], page, size, total)).toEqual({ records: ['a'], total, next });
	});
});

describe('a page with a cursor', () => {
	it('ends the list when the service says so, whatever the cursor', () => {
		expect(cursorPage(['a'], false, 'left over')).toEqual({ records: ['a'], next: null });
		expect(cursorPage(['a'], false, null)).toEqual({ records: ['a'], next: null });
		expect(cursorPage(['a'], true, 'onwards')).toEqual({ records: ['a'], next: 'onwards' });
	});

	it('contradicts itself when more is to come from nowhere', () => {
		expect(() => cursorPage(['a'], true, null)).toThrow(
			new PagingError('the service says that there are more records but not where they start'),
		);
	});
});

it.each([[0], [100]])('reads on behind empty pages, %i of them twice', async (many) => {
	let next = 1;
	const empty = (): Page<string>[] => Array.from({ length: many }, () => ({ records: [], next: next++ }));
	const pages: Page<string>[] = [...empty(), { records: ['a'], next: 'x' }, ...empty(), { records: ['b'], next: null }];
	expect(await readList(scripted(...pages), identify)).toEqual(['a', 'b']);
});

it('a list that may be cut short gives its page, and says that nothing tells whether this is all', async () => {
	const seen: string[][] = [];
	const read = async () => {
		for await (const page of readPages(scripted({ records: ['a', 'b'], next: null, mayBeCut: true }), identify))
			seen.push(page);
	};
	await expect(read()).rejects.toThrow(UnknownListError);
	expect(seen).toEqual([['a', 'b']]);
	expect(await readList(scripted({ records: ['a', 'b'], next: null, mayBeCut: true }), identify, 2)).toEqual([
		'a',
		'b',
	]);
	expect(await readList(scripted({ records: ['a'], next: null, mayBeCut: false }), identify)).toEqual(['a']);
});

it('tells users what happened to a list, and what to do', () => {
	expect(new PagingError('the record b came twice').explanation).toEqual({
		message: 'The list could not be read completely, so nothing of it is returned',
		description:
			'While reading it, the record b came twice. Run the node again, for a period that lies in the past if possible.',
	});
	expect(new UnknownListError('nothing says whether its 2 records are all there are').explanation).toEqual({
		message: 'The payment service sent a list in a form that is not known here, so nothing of it is returned',
		description: 'Nothing says whether its 2 records are all there are.',
	});
});

it('keeps the records that count, and reads on until there are as many as are wanted', async () => {
	const { fetchPage } = numbered(() => list(9), 2);
	const odd = (id: string) => Number(id.at(-1)) % 2 === 1;
	expect(await readList(fetchPage, identify, 3, odd)).toEqual(['record-1', 'record-3', 'record-5']);
});

describe('contradictions', () => {
	it.each<[string, Page<string>[], new (message: string) => Error, string]>([
		[
			'a cursor that leads back to where it was given',
			[
				{ records: ['a'], next: 'x' },
				{ records: ['b'], next: 'x' },
			],
			PagingError,
			'the service sent the same page position twice',
		],
		[
			'a cursor that leads back further',
			[
				{ records: ['a'], next: 'x' },
				{ records: ['b'], next: 'y' },
				{ records: ['c'], next: 'x' },
			],
			PagingError,
			'the service sent the same page position twice',
		],
		[
			'one empty page after the other that claim more',
			[{ records: ['a'], next: 'x' }, ...Array.from({ length: 101 }, (_, index) => ({ records: [], next: index }))],
			PagingError,
			'the service sent 101 empty pages that claim more records',
		],
		[
			'a record on two pages',
			[
				{ records: ['a', 'b'], next: 2 },
				{ records: ['b', 'c'], next: null },
			],
			ListChangedError,
			'the record b came twice',
		],
		['a record twice on a page', [{ records: ['a', 'a'], next: null }], ListChangedError, 'the record a came twice'],
		[
			'a total that grows',
			[
				{ records: ['a'], next: 2, total: 2 },
				{ records: ['b'], next: null, total: 3 },
			],
			ListChangedError,
			'the list had 2 records and now has 3',
		],
		[
			'a total that shrinks',
			[
				{ records: ['a'], next: 2, total: 2 },
				{ records: [], next: null, total: 1 },
			],
			ListChangedError,
			'the list had 2 records and now has 1',
		],
		[
			'fewer records than the total',
			[{ records: ['a'], next: null, total: 2 }],
			ListChangedError,
			'the service counts 2 records but sent 1',
		],
		[
			'more records than the total',
			[{ records: ['a', 'b'], next: null, total: 1 }],
			ListChangedError,
			'the service counts 1 records but sent 2',
		],
	])('%s is told', async (_, pages, kind, message) => {
		const reading = pagesOf(scripted(...pages));
		await expect(reading).rejects.toThrow(new kind(message));
		await expect(reading).rejects.toBeInstanceOf(kind);
	});

	it.each<[string, Page<string>[], string]>([
		[
			'a shrinking total',
			[
				{ records: ['a'], next: 2, total: 2 },
				{ records: ['b'], next: 3, total: 3 },
				{ records: ['c'], next: null, total: 2 },
			],
			'the list had 3 records and now has 2',
		],
		[
			'more repeats than it has grown',
			[
				{ records: ['a', 'b'], next: 2, total: 3 },
				{ records: ['a', 'b'], next: null, total: 4 },
			],
			'the record b came twice',
		],
		[
			'fewer records than at the beginning',
			[
				{ records: ['a', 'b'], next: 2, total: 3 },
				{ records: ['b'], next: null, total: 4 },
			],
			'the service counts 4 records but sent 2',
		],
	])('%s is told of a list that may grow', async (_, pages, message) => {
		const reading = pagesOf(scripted(...pages.map((page) => ({ ...page, mayGrow: true }))));
		await expect(reading).rejects.toThrow(new ListChangedError(message));
	});

	it('are told before a record of the page concerned is handed on', async () => {
		const seen: string[][] = [];
		const read = async () => {
			for await (const page of readPages(
				scripted({ records: ['a'], next: 2 }, { records: ['b', 'a'], next: null }),
				identify,
			))
				seen.push(page);
		};
		await expect(read()).rejects.toThrow(ListChangedError);
		expect(seen).toEqual([['a']]);
	});

	it('that reading again cannot heal are not read again', async () => {
		let readings = 0;
		const fetchPage: FetchPage<string> = async (position) => {
			if (position === undefined) readings++;
			return { records: [`after ${position}`], next: 'x' };
		};
		await expect(readList(fetchPage, identify)).rejects.toThrow(
			new PagingError('the service sent the same page position twice'),
		);
		expect(readings).toBe(1);
	});

	it('do not matter beyond the limit', async () => {
		const pages = scripted({ records: ['a', 'b'], next: 'x' }, { records: ['a'], next: null });
		expect(await readList(pages, identify, 2)).toEqual(['a', 'b']);
	});
});

describe('a list that changes while it is read', () => {
	it('is read again from the start until it holds still', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 40 }),
				fc.integer({ min: 1, max: 9 }),
				fc.integer({ min: 1, max: 200 }),
				async (length, size, when) => {
					let records = list(length);
					let requests = 0;
					const { fetchPage } = numbered(() => records, size);
					const changing: FetchPage<string> = async (position) => {
						if (++requests === when) records = ['newest', ...records];
						return await fetchPage(position);
					};
					expect(await readList(changing, identify)).toEqual(records);
				},
			),
		);
	});

	it('is given up after three readings, and never returned in part', async () => {
		let requests = 0;
		const { fetchPage } = numbered(() => list(10 + requests), 4);
		const changing: FetchPage<string> = async (position) => {
			requests++;
			return await fetchPage(position);
		};
		await expect(readList(changing, identify)).rejects.toThrow(ListChangedError);
		expect(requests).toBe(2 * MOST_READINGS);
		expect(MOST_READINGS).toBe(3);
	});

	it('passes on what stopped the reading', async () => {
		const broken = new Error('connection lost');
		await expect(readList(async () => await Promise.reject(broken), identify)).rejects.toBe(broken);
	});
});

describe('the identifiers of the latest records', () => {
	it('tell a repeat from up to 10,000 records back, and are forgotten after twice as many', () => {
		const latest = new LatestIds();
		for (const id of list(10_000)) expect(latest.isRepeat(id)).toBe(false);
		for (const id of list(10_000)) expect(latest.isRepeat(id)).toBe(true);
		for (let index = 10_000; index < 20_000; index++) latest.isRepeat(`record-${index}`);
		expect(latest.isRepeat('record-10000')).toBe(true);
		expect(latest.isRepeat('record-20000')).toBe(false);
		expect(latest.isRepeat('record-0')).toBe(false);
	});
});

describe('pages that are read ahead', () => {
	/** Yields numbers; `made` counts how many were requested. */
	function source(length: number, failAt = Infinity) {
		const state = { made: 0, ended: false };
		async function* numbers() {
			try {
				for (let number = 0; number < length; number++) {
					if (number === failAt) throw new Error('broken');
					state.made++;
					yield number;
				}
			} finally {
				state.ended = true;
			}
		}
		return { numbers: numbers(), state };
	}
	const settle = async () => {
		for (let turns = 0; turns < 100; turns++) await Promise.resolve();
	};

	it.each([
		[0, 1],
		[1, 1],
		[3, 3],
		[Infinity, 10],
	])('up to %d lie ready before they are asked for', async (most, made) => {
		const { numbers, state } = source(10);
		const ahead = readAhead(numbers, most);
		await settle();
		expect(state.made).toBe(made);
		const taken: number[] = [];
		for await (const number of ahead) taken.push(number);
		expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
		expect(state.ended).toBe(true);
	});

	it.each([0, 2, Infinity])('come before the failure that ends them, with %d ready', async (most) => {
		const ahead = readAhead(source(10, 2).numbers, most);
		await settle();
		expect([await ahead.next(), await ahead.next()]).toMatchObject([{ value: 0 }, { value: 1 }]);
		await expect(ahead.next()).rejects.toThrow('broken');
	});

	it('are refilled as they are taken, one request at a time', async () => {
		const { numbers, state } = source(10);
		const ahead = readAhead(numbers, 2);
		await settle();
		for (const made of [3, 4, 5]) {
			await ahead.next();
			await settle();
			expect(state.made).toBe(made);
		}
	});

	it('end after the request that is under way when the reader stops', async () => {
		let made = 0;
		let answer: (() => void) | undefined;
		async function* slow() {
			for (;;) {
				made++;
				if (made > 1) await new Promise<void>((resolve) => (answer = resolve));
				yield made;
			}
		}
		const ahead = readAhead(slow(), 3);
		expect(await ahead.next()).toEqual({ value: 1, done: false });
		const stopped = ahead.return(undefined);
		await settle();
		answer?.();
		await stopped;
		expect(made).toBe(2);
	});

	it('end where the reader stops', async () => {
		const { numbers, state } = source(100);
		for await (const number of readAhead(numbers, 2)) if (number === 3) break;
		expect(state).toEqual({ made: expect.any(Number) as number, ended: true });
		expect(state.made).toBeLessThanOrEqual(7);
	});
});

describe('the first records', () => {
	it.each([
		[0, []],
		[-1, []],
		[1, [['a']]],
		[2, [['a', 'b']]],
		[3, [['a', 'b'], ['c']]],
		[
			9,
			[
				['a', 'b'],
				['c', 'd'],
			],
		],
		[
			Infinity,
			[
				['a', 'b'],
				['c', 'd'],
			],
		],
	])('%d of them come without a page too many', async (limit, expected) => {
		let made = 0;
		async function* pages() {
			for (const page of [
				['a', 'b'],
				['c', 'd'],
			]) {
				made++;
				yield page;
			}
		}
		const taken: string[][] = [];
		for await (const page of firstOf(limit, pages())) taken.push(page);
		expect(taken).toEqual(expected);
		expect(made).toBe(expected.length);
	});
});
