import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../../runtime/browser';
import { paletted } from '../../runtime/palettePng';
import type { Table } from './tables';

const STYLE = `
	body { margin: 0; padding: 20px; width: max-content; background: #fff; color: #1f2328; font: 15px/1.4 sans-serif; }
	caption { text-align: left; white-space: nowrap; font-weight: 600; font-size: 17px; padding: 0 0 12px; }
	table { border-collapse: collapse; }
	th, td { text-align: left; padding: 6px 14px; border-bottom: 1px solid #d1d9e0; white-space: nowrap; }
	th { background: #f6f8fa; font-weight: 600; }
	.number { text-align: right; font-variant-numeric: tabular-nums; }`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function pageOf({ title, headings, rows, numbersFrom = Infinity }: Table): string {
	const line = (tag: 'th' | 'td', cells: readonly string[]) =>
		`<tr>${cells
			.map((cell, column) => `<${tag}${column >= numbersFrom ? ' class="number"' : ''}>${escaped(cell)}</${tag}>`)
			.join('')}</tr>`;
	const body = rows.map((row) => line('td', row)).join('');
	return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>
		<table><caption>${escaped(title)}</caption>${line('th', headings)}${body}</table>`;
}

/**
 * Draws a PNG of each table into a folder.
 * @param executablePath the browser
 * @returns the files
 */
export async function drawTables(tables: readonly Table[], folder: string, executablePath: string): Promise<string[]> {
	mkdirSync(folder, { recursive: true });
	const browser = await launchBrowser(executablePath);
	try {
		const page = await browser.newPage({ viewport: { width: 1600, height: 400 } });
		const files: string[] = [];
		for (const table of tables) {
			await page.setContent(pageOf(table));
			const picture = await page.locator('body').screenshot();
			const file = join(folder, `${table.name}.png`);
			writeFileSync(file, await paletted(page, picture));
			files.push(file);
		}
		return files;
	} finally {
		await browser.close();
	}
}
