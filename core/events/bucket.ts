import { createHash } from 'crypto';

/** 66 bits of a digest: 11 characters of 6 bits. */
export const KEY_LENGTH = 11;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** By character code. Any other character in a stored text counts as zero. */
const SIX_BITS: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) =>
	Math.max(0, ALPHABET.indexOf(String.fromCharCode(code))),
);
const NOTHING = 'A'.repeat(KEY_LENGTH);

/** The key under which an event or milestone is remembered. */
export function keyOf(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, KEY_LENGTH);
}

/**
 * The keys of one hour, or of a part of it. Its text is the XOR of the keys, followed by the keys. So two texts of the
 * same length with the same first characters hold the same keys, in whatever order.
 *
 * A stored text is searched unparsed until {@link read} takes it apart: after a restart, the first event must not wait
 * until the whole memory is parsed.
 */
export class Bucket {
	private keys: Set<string> | null;

	private packed: string;

	/** The XOR of the keys: the beginning of the text. */
	private sum: string;

	/**
	 * @param hour the hour of its events, counted from 1970
	 * @param stored its stored text, which may be damaged
	 */
	constructor(
		readonly hour: number,
		stored = NOTHING,
	) {
		this.packed = sizeOf(stored) === 0 ? NOTHING : stored.slice(0, (sizeOf(stored) + 1) * KEY_LENGTH);
		this.sum = this.packed.slice(0, KEY_LENGTH);
		this.keys = this.packed === NOTHING ? new Set() : null;
	}

	get text(): string {
		return this.packed;
	}

	get size(): number {
		return sizeOf(this.packed);
	}

	get isRead(): boolean {
		return this.keys !== null;
	}

	has(key: string): boolean {
		return this.keys?.has(key) ?? this.holds(key);
	}

	/** Parses the text into a set of keys. */
	read(): Set<string> {
		if (this.keys !== null) return this.keys;
		this.keys = new Set(keysOf(this.packed));
		// The XOR of a damaged text does not match its keys. In memory it must, or the damage would never be repaired.
		this.write(packed(this.keys));
		return this.keys;
	}

	add(keys: readonly string[]): void {
		const known = this.read();
		const fresh = keys.filter((key) => !known.has(key) && known.add(key));
		if (fresh.length === 0) return;
		this.write(fresh.reduce(xor, this.sum) + this.packed.slice(KEY_LENGTH) + fresh.join(''));
	}

	remove(key: string): void {
		if (this.read().delete(key)) this.write(packed(this.read()));
	}

	private write(text: string): void {
		this.packed = text;
		this.sum = text.slice(0, KEY_LENGTH);
	}

	/** By length and XOR alone: 100,000 events are a megabyte of text, and every event causes a comparison. */
	saysTheSameAs(text: unknown): boolean {
		return typeof text === 'string' && text.length === this.packed.length && text.startsWith(this.sum);
	}

	/** Searches the text. A match that does not begin where a key begins does not count. */
	private holds(key: string): boolean {
		for (let at = KEY_LENGTH; (at = this.packed.indexOf(key, at)) !== -1; at += 1) {
			if (at % KEY_LENGTH === 0) return true;
		}
		return false;
	}
}

/** The number of keys in a stored text, computed from its length. */
export function sizeOf(text: unknown): number {
	return typeof text === 'string' ? Math.max(0, Math.floor(text.length / KEY_LENGTH) - 1) : 0;
}

/** The keys of a stored text. An incomplete last one is left out. */
export function keysOf(text: string): string[] {
	return Array.from({ length: sizeOf(text) }, (_, index) =>
		text.slice((index + 1) * KEY_LENGTH, (index + 2) * KEY_LENGTH),
	);
}

function packed(keys: Set<string>): string {
	const sum = new Array<number>(KEY_LENGTH).fill(0);
	for (const key of keys) for (let index = 0; index < KEY_LENGTH; index += 1) sum[index] ^= bitsAt(key, index);
	return sum.map((bits) => ALPHABET[bits]).join('') + [...keys].join('');
}

function xor(a: string, b: string): string {
	let result = '';
	for (let index = 0; index < KEY_LENGTH; index += 1) result += ALPHABET[bitsAt(a, index) ^ bitsAt(b, index)];
	return result;
}

function bitsAt(key: string, index: number): number {
	return SIX_BITS[key.charCodeAt(index)] ?? 0;
}
