import { Editor, installedBrowser } from '../../../runtime/browser';
import { exampleNames, readExample } from '../../../runtime/exampleWorkflows';
import type { ExampleStage } from './exampleStage';

/** Tall enough for n8n to show all examples without scrolling. */
const WINDOW = { width: 1400, height: 3_000 };

/** What somebody sees who opens the address that `npm start` prints. */
export function listedExamples(on: ExampleStage): void {
	const browser = installedBrowser();

	(browser ? test : test.skip)(
		'all are in the list of workflows, in the order in which they are best read',
		async () => {
			const editor = await Editor.open(String(browser), on.stage.n8n.url);
			try {
				const { page } = editor;
				await page.setViewportSize(WINDOW);
				await page.goto(`${on.stage.n8n.url}/home/workflows`);
				const cards = page.getByTestId('workflow-card-name');
				await cards.nth(exampleNames.length - 1).waitFor();
				const names = (await cards.allInnerTexts()).map((text) => text.split('\n')[0]);
				expect(names).toEqual(exampleNames.map((name) => readExample(name).name));

				await on.run('page-balance-history');
				await page.goto(`${on.stage.n8n.url}/home/executions`);
				const executions = page.getByTestId('global-execution-list-item');
				await executions.first().waitFor();
				expect((await executions.allInnerTexts()).join('\n')).toContain(readExample('page-balance-history').name);
			} finally {
				await editor.close();
			}
		},
	);
}
