import { romajiPattern } from '../../contract/methodParameters';

const vowels = ['a', 'i', 'u', 'e', 'o'];

const rows: Readonly<Record<string, string>> = {
	'': 'アイウエオ',
	k: 'カキクケコ',
	g: 'ガギグゲゴ',
	s: 'サシスセソ',
	z: 'ザジズゼゾ',
	t: 'タチツテト',
	d: 'ダヂヅデド',
	n: 'ナニヌネノ',
	h: 'ハヒフヘホ',
	b: 'バビブベボ',
	p: 'パピプペポ',
	m: 'マミムメモ',
	r: 'ラリルレロ',
	l: 'ラリルレロ',
};

/** All syllables: by row, combined, irregular, and those used only in foreign names. */
const syllables: ReadonlyMap<string, string> = new Map([
	...Object.entries(rows).flatMap(([consonant, row]) =>
		vowels.map((vowel, index) => [consonant + vowel, row.charAt(index)] as const),
	),
	...[
		'ky:キ',
		'gy:ギ',
		'sh:シ',
		'j:ジ',
		'jy:ジ',
		'ch:チ',
		'ny:ニ',
		'hy:ヒ',
		'by:ビ',
		'py:ピ',
		'my:ミ',
		'ry:リ',
	].flatMap((entry) => {
		const [consonant = '', kana = ''] = entry.split(':');
		return [
			['a', 'ャ'],
			['u', 'ュ'],
			['o', 'ョ'],
			['e', 'ェ'],
		].map(([vowel, small]) => [`${consonant}${vowel}`, `${kana}${small}`] as const);
	}),
	...([
		['shi', 'シ'],
		['ji', 'ジ'],
		['chi', 'チ'],
		['tsu', 'ツ'],
		['fu', 'フ'],
		['ya', 'ヤ'],
		['yu', 'ユ'],
		['yo', 'ヨ'],
		['wa', 'ワ'],
		['wo', 'ヲ'],
		['n', 'ン'],
	] as const),
	...([
		['fa', 'ファ'],
		['fi', 'フィ'],
		['fe', 'フェ'],
		['fo', 'フォ'],
		['va', 'ヴァ'],
		['vi', 'ヴィ'],
		['vu', 'ヴ'],
		['ve', 'ヴェ'],
		['vo', 'ヴォ'],
	] as const),
]);

/** Consonants without a vowel of their own, as in foreign names. */
const lone: Readonly<Record<string, string>> = {
	b: 'ブ',
	c: 'ク',
	d: 'ド',
	f: 'フ',
	g: 'グ',
	h: 'フ',
	j: 'ジ',
	k: 'ク',
	l: 'ル',
	m: 'ム',
	p: 'プ',
	q: 'ク',
	r: 'ル',
	s: 'ス',
	t: 'ト',
	v: 'ヴ',
	w: 'ウ',
	x: 'クス',
	y: 'イ',
	z: 'ズ',
};

export const isRomaji = (text: string): boolean => romajiPattern.test(text);
export const isKatakana = (text: string): boolean => /^[ァ-ヶー・　 ]+$/.test(text);

/** Romaji in full-width katakana (key `transliterate` of jp_bank_jpy). */
export function toKatakana(romaji: string): string {
	// Drops the marks of long vowels, which have no letter of their own.
	let rest = romaji
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^a-z]/g, '');
	let kana = '';
	while (rest !== '') {
		const doubled = /^([bcdfghjklmpqrstvwxyz])\1/.test(rest);
		const length = [3, 2, 1].find((size) => syllables.has(rest.slice(0, size)));
		if (doubled) {
			kana += 'ッ';
			rest = rest.slice(1);
		} else if (length === undefined) {
			kana += lone[rest.charAt(0)] ?? '';
			rest = rest.slice(1);
		} else {
			kana += syllables.get(rest.slice(0, length)) ?? '';
			rest = rest.slice(length);
		}
	}
	return kana;
}
