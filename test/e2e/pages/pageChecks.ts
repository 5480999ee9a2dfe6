import type { Page } from '../../../runtime/browser';

/**
 * Text whose contrast with its background is below 4.5 (WCAG 2.2, 1.4.3), as lines for a message. Runs in the page; disabled
 * controls are exempt.
 */
const FAINT = `(() => {
	const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
	const rgba = (color) => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = color;
		canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data];
	};
	const luminance = (color) => {
		const [red, green, blue] = rgba(color).slice(0, 3).map((value) => value / 255)
			.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	};
	const backgroundOf = (element) => {
		for (let at = element; at; at = at.parentElement) {
			const { backgroundColor } = getComputedStyle(at);
			if (rgba(backgroundColor)[3] === 255) return backgroundColor;
		}
		return 'white';
	};
	return [...document.querySelectorAll('body *')]
		.filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
		.filter((element) => element.checkVisibility() && !element.closest('script, style, [disabled]'))
		.flatMap((element) => {
			const [light, dark] = [getComputedStyle(element).color, backgroundOf(element)].map(luminance).sort((a, b) => b - a);
			const contrast = (light + 0.05) / (dark + 0.05);
			return contrast < 4.5 ? [contrast.toFixed(2) + ' ' + element.textContent.trim().slice(0, 40)] : [];
		});
})()`;

/** Text of the page that is too faint to read. */
export const faintText = (page: Page): Promise<string[]> => page.evaluate<string[]>(FAINT);

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
	page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

/** Controls and pictures that a screen reader could only call by their kind. */
export async function nameless(page: Page): Promise<string[]> {
	const tree = await page.locator('body').ariaSnapshot();
	return tree
		.split('\n')
		.filter((line) => /- (?:button|link|textbox|combobox|spinbutton|radio|img|checkbox|region)\b(?! ")/.test(line));
}

/** What has the focus: its label for screen readers, or its text. */
export const focused = (page: Page): Promise<string> =>
	page.evaluate<string>(`(() => {
		const { activeElement: one } = document;
		const label = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent;
		return label.trim().replaceAll(/\\s+/g, ' ');
	})()`);

/** Presses Tab until `label` has the focus. Returns what had it on the way. */
export async function tabTo(page: Page, label: string): Promise<string[]> {
	const way: string[] = [];
	while (way.length < 200) {
		await page.keyboard.press('Tab');
		const here = await focused(page);
		if (here === label) return way;
		way.push(here);
	}
	throw new Error(`Tab does not lead to "${label}", but to ${way.join(' | ')}`);
}

/** The pixels, as RGBA, of the first SVG that matches. */
export async function pixelsOf(page: Page, svg: string): Promise<{ width: number; height: number; data: Uint8Array }> {
	const size = 400;
	const data = await page.evaluate<string>(`(async () => {
		const picture = document.querySelector('${svg}').cloneNode(true);
		picture.setAttribute('width', ${size});
		picture.setAttribute('height', ${size});
		const image = new Image();
		image.src = 'data:image/svg+xml,' + encodeURIComponent(new XMLSerializer().serializeToString(picture));
		await image.decode();
		const canvas = Object.assign(document.createElement('canvas'), { width: ${size}, height: ${size} }).getContext('2d');
		canvas.fillStyle = 'white';
		canvas.fillRect(0, 0, ${size}, ${size});
		canvas.drawImage(image, 0, 0);
		const { data } = canvas.getImageData(0, 0, ${size}, ${size});
		return btoa(Array.from(data, (value) => String.fromCharCode(value)).join(''));
	})()`);
	return { width: size, height: size, data: Uint8Array.from(Buffer.from(data, 'base64')) };
}
