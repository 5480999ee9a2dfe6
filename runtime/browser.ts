import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser, type Locator, type Page } from 'playwright-core';
import { OWNER } from './n8nSession';
import { paletted } from './palettePng';

export type { Browser, Locator, Page };

/** Disables what would access the network or need a display. */
const QUIET = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];
const PATIENCE_MS = 120_000;
/** Maximum number of times that a login is tried. */
const LOGINS = 4;
/** Space around a picture of a workflow, in pixels. */
const MARGIN = 16;
/** Hides everything but the workflow. */
const BARE_CANVAS = `
	.el-notification, [data-test-id="banner-stack"], .vue-flow__background, .vue-flow__panel, .vue-flow__minimap,
	[data-test-id="canvas-controls"], [data-test-id="main-header"], [data-test-id="node-creator-plus-button"],
	[data-test-id="canvas-handle-plus-wrapper"], [class*="executionButtons"] { display: none !important; }`;

// n8n's own spelling of the attribute.
selectors.setTestIdAttribute('data-test-id');

/** The browser to use: the one that CHROMIUM names, or Debian's; `undefined` where there is neither. */
export function installedBrowser(): string | undefined {
	return [process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path !== undefined && existsSync(path));
}

/** Like {@link installedBrowser}, for programs that cannot do without. @throws where there is no browser */
export function requiredBrowser(): string {
	const browser = installedBrowser();
	if (browser === undefined)
		throw new Error('There is no browser: install Debian’s chromium, or name one in CHROMIUM.');
	return browser;
}

/** The smallest part of the window that holds all of these. */
async function around(parts: readonly Locator[]): Promise<{ x: number; y: number; width: number; height: number }> {
	const boxes = (await Promise.all(parts.map(async (part) => await part.boundingBox()))).filter((box) => box !== null);
	if (boxes.length < parts.length) throw new Error('A part of the picture is not visible.');
	const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
	const right = Math.max(...boxes.map((box) => box.x + box.width));
	const bottom = Math.max(...boxes.map((box) => box.y + box.height));
	return { x, y, width: right - x, height: bottom - y };
}

/** Starts the browser, which accesses nothing by itself. */
export const launchBrowser = (executablePath: string): Promise<Browser> =>
	chromium.launch({ executablePath, args: QUIET });

/**
 * Logs in as the owner. As a person would, it tries again when the page stays where it is: what is typed while n8n's page
 * still loads its settings can be lost. @throws what the page shows when n8n lets nobody in
 */
async function logIn(page: Page, url: string): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		await page.goto(`${url}/signin`);
		await page.locator('input[name="emailOrLdapLoginId"], input[type="email"]').first().fill(OWNER.email);
		await page.locator('input[type="password"]').fill(OWNER.password);
		await page.locator('input[type="password"]').press('Enter');
		try {
			await page.waitForURL((address) => !address.pathname.startsWith('/signin'), {
				timeout: PATIENCE_MS / LOGINS,
				waitUntil: 'commit',
			});
			return;
		} catch (error) {
			if (attempt < LOGINS) continue;
			const shown = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').slice(0, 300);
			throw new Error(`n8n let nobody in, ${LOGINS} times. Its page shows: ${shown}`, { cause: error });
		}
	}
}

/** n8n's editor in a browser. */
export class Editor {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens the editor in a window of 1400 × 800 and logs in. */
	static async open(executablePath: string, url: string): Promise<Editor> {
		const browser = await launchBrowser(executablePath);
		try {
			const context = await browser.newContext({ viewport: { width: 1400, height: 800 }, colorScheme: 'light' });
			context.setDefaultTimeout(PATIENCE_MS);
			const page = await context.newPage();
			await logIn(page, url);
			return new Editor(browser, page, url);
		} catch (error) {
			await browser.close();
			throw error;
		}
	}

	/** Another tab of the same browser. Closing either closes the browser. */
	async openTab(): Promise<Editor> {
		return new Editor(this.browser, await this.page.context().newPage(), this.url);
	}

	/** Creates a workflow, as a person does. It is saved with its first node. */
	async createWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/home/workflows`);
		await this.page.getByRole('button', { name: 'Create workflow' }).first().click();
		await this.page.getByTestId('canvas-add-button').click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** A node on the canvas. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Opens the form of a node. */
	async openNode(name: string): Promise<Locator> {
		await this.node(name).dblclick();
		const form = this.page.getByTestId('ndv').first();
		await form.waitFor();
		return form;
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').first().waitFor({ state: 'hidden' });
	}

	/** Opens the list of a resource locator in the open form. */
	async openPicker(parameter: string): Promise<void> {
		await this.page.getByTestId(`resource-locator-${parameter}`).locator('input').last().click();
	}

	/** Scrolls a field of the open form to the top of its pane. */
	async scrollTo(parameter: string): Promise<void> {
		await this.page.getByTestId(`parameter-input-${parameter}`).evaluate((field) => {
			field.closest('[data-test-id="parameter-item"]')?.scrollIntoView({ block: 'start' });
		});
	}

	/** Clicks the button that runs the open workflow, and waits until `nodes` of its nodes have succeeded. */
	async runWorkflow(nodes: number): Promise<void> {
		await this.page.getByRole('button', { name: 'Execute workflow' }).last().click();
		await this.page.waitForFunction(
			`document.querySelectorAll('[data-test-id="canvas-node-status-mark-success"]').length === ${nodes}`,
		);
		// Waits until the button's text has faded in again.
		await this.page.waitForTimeout(3_000);
	}

	/**
	 * Takes a screenshot without transient messages and without hover highlights.
	 * @param parts the picture shows these, of any tab, and what lies between them; left out: the whole window
	 */
	async takePicture(path: string, ...parts: Locator[]): Promise<void> {
		const page = parts[0]?.page() ?? this.page;
		await page.addStyleTag({
			content: '.el-notification, [data-test-id="banner-stack"] { display: none !important; }',
		});
		await page.mouse.move(0, 0);
		await page.waitForLoadState('networkidle');
		const clip = parts.length > 0 ? await around(parts) : undefined;
		await page.screenshot({ path, animations: 'disabled', caret: 'hide', clip });
	}

	/** A small picture (PNG) of the open workflow alone, as large as the window allows. */
	async workflowPicture(): Promise<Buffer> {
		const { page } = this;
		await page.addStyleTag({ content: BARE_CANVAS });
		await page.keyboard.press('1');
		// The view moves for a moment.
		await page.waitForTimeout(1_000);
		const boxes = await page.locator('.vue-flow__node').evaluateAll((nodes) =>
			nodes.map((node) => {
				const { left, top, right, bottom } = node.getBoundingClientRect();
				return { left, top, right, bottom };
			}),
		);
		const x = Math.min(...boxes.map(({ left }) => left)) - MARGIN;
		const y = Math.min(...boxes.map(({ top }) => top)) - MARGIN;
		// The names of nodes stand below them, and are wider than they.
		const width = Math.max(...boxes.map(({ right }) => right)) + 3 * MARGIN - x;
		const height = Math.max(...boxes.map(({ bottom }) => bottom)) + 5 * MARGIN - y;
		await page.mouse.move(0, 0);
		const picture = await page.screenshot({ clip: { x, y, width, height }, animations: 'disabled' });
		const blank = await this.browser.newPage();
		return await paletted(blank, picture).finally(() => blank.close());
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}
