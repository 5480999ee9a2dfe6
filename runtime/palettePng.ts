import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

const COLOURS = 256;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** One byte per pixel (8), an index into the palette (3), no interlacing. */
const INDEXED = [8, 3, 0, 0, 0];

interface Pixels {
	width: number;
	height: number;
	/** Red, green, blue and opacity of each pixel. */
	bytes: Buffer;
}

/** The browser reads the picture, so that no library has to. */
async function pixelsOf(page: Page, png: Buffer): Promise<Pixels> {
	const { width, height, base64 } = await page.evaluate<{
		width: number;
		height: number;
		base64: string;
	}>(`(async () => {
		const image = new Image();
		image.src = 'data:image/png;base64,${png.toString('base64')}';
		await image.decode();
		const { width, height } = image;
		const canvas = new OffscreenCanvas(width, height).getContext('2d');
		canvas.drawImage(image, 0, 0);
		const { data } = canvas.getImageData(0, 0, width, height);
		let text = '';
		for (let at = 0; at < data.length; at += 0x8000) text += String.fromCharCode(...data.subarray(at, at + 0x8000));
		return { width, height, base64: btoa(text) };
	})()`);
	return { width, height, bytes: Buffer.from(base64, 'base64') };
}

const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff] as const;

function distance(a: number, b: number): number {
	const [one, other] = [channelsOf(a), channelsOf(b)];
	return one.reduce((sum, channel, index) => sum + (channel - other[index]) ** 2, 0);
}

function chunk(type: string, data: Uint8Array): Buffer {
	const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	check.writeUInt32BE(crc32(content));
	return Buffer.concat([length, content, check]);
}

/** The same picture with the 256 most frequent of its colours: about a third of the size, and no visible difference. */
export async function paletted(page: Page, png: Buffer): Promise<Buffer> {
	const { width, height, bytes } = await pixelsOf(page, png);
	const colours = Array.from({ length: width * height }, (_, pixel) => bytes.readUInt32BE(pixel * 4) >>> 8);
	const counts = new Map<number, number>();
	for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
	const palette = [...counts.entries()]
		.sort(([, a], [, b]) => b - a)
		.slice(0, COLOURS)
		.map(([colour]) => colour);
	const nearest = (colour: number) =>
		palette.reduce((best, one, index) => (distance(one, colour) < distance(palette[best], colour) ? index : best), 0);
	const indexOf = new Map([...counts.keys()].map((colour) => [colour, nearest(colour)]));

	const size = Buffer.alloc(8);
	size.writeUInt32BE(width, 0);
	size.writeUInt32BE(height, 4);
	// Each row begins with its filter: none.
	const rows = Buffer.alloc((width + 1) * height);
	for (const [pixel, colour] of colours.entries())
		rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = indexOf.get(colour) ?? 0;
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', Buffer.concat([size, Buffer.from(INDEXED)])),
		chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
		chunk('IDAT', deflateSync(rows, { level: 9 })),
		chunk('IEND', Buffer.alloc(0)),
	]);
}
