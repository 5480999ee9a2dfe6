import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser, requiredBrowser } from '../runtime/browser';
import type { Lifetime } from '../runtime/lifetime';
import { runProgram } from '../runtime/program';

/**
 * Takes docs/pictures/icons.png: the icon of either theme in the sizes that n8n shows it in, 16 pixels among them, and the
 * smallest one magnified pixel by pixel, so that a reader can judge whether it stays legible.
 */

const ROOT = join(__dirname, '..');
const SIZES = [16, 24, 40, 60];
const MAGNIFIED = 8;

/** The editor's backgrounds. */
const THEMES = [
	{ name: 'light', icon: 'payments.svg', background: '#ffffff', text: '#333333' },
	{ name: 'dark', icon: 'payments.dark.svg', background: '#2d2e2e', text: '#e0e0e0' },
];

const addressOf = (icon: string) =>
	`data:image/svg+xml;base64,${readFileSync(join(ROOT, 'icons', icon)).toString('base64')}`;

const image = (icon: string, size: number) => `<img src="${addressOf(icon)}" width="${size}" height="${size}">`;

const page = THEMES.map(
	({ name, icon, background, text }) => `
		<section style="background:${background};color:${text}">
			<span>${name}</span>${SIZES.map((size) => image(icon, size)).join('')}
			<canvas data-icon="${addressOf(icon)}" width="16" height="16"></canvas>
		</section>`,
).join('');

const STYLE = `
	body { margin: 0; font: 12px sans-serif; width: 460px; }
	section { display: flex; gap: 20px; align-items: center; padding: 16px; }
	span { width: 40px; }
	canvas { width: ${16 * MAGNIFIED}px; height: ${16 * MAGNIFIED}px; image-rendering: pixelated; }`;

async function pictureIcons(lifetime: Lifetime): Promise<void> {
	const browser = await launchBrowser(requiredBrowser());
	lifetime.defer(async () => await browser.close());
	const tab = await browser.newPage({ viewport: { width: 460, height: 320 } });
	await tab.setContent(`<style>${STYLE}</style>${page}`);
	// Runs in the page, whose types are not those of this program.
	await tab.evaluate(`(async () => {
		for (const canvas of document.querySelectorAll('canvas')) {
			const icon = new Image();
			icon.src = canvas.dataset.icon;
			await icon.decode();
			canvas.getContext('2d').drawImage(icon, 0, 0, 16, 16);
		}
	})()`);
	const path = join(ROOT, 'docs', 'pictures', 'icons.png');
	await tab.locator('body').screenshot({ path });
	console.log(path);
}

void runProgram(pictureIcons);
