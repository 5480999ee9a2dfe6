import { openStage, type Stage } from '../../runtime/stage';
import { credentialFormTests } from './credentialForm';
import { editorTests } from './editor';
import { guardTests } from './guards';
import { browserTests } from './inTheBrowser';
import { monthTests } from './month';
import { refusalTests } from './refusals';
import { repeatTests } from './repeats';
import { secretTests } from './secrets';
import { severalAccountsTests } from './severalAccounts';
import { tenMinutesTests } from './tenMinutes';

describe('the editor and payments in a real n8n with the package installed', () => {
	let opened: Stage | undefined;
	const stage = () => {
		if (!opened) throw new Error('n8n did not start: see the first failure.');
		return opened;
	};

	beforeAll(async () => {
		opened = await openStage();
	});

	afterAll(async () => await opened?.close());

	editorTests(stage);
	credentialFormTests(stage);
	browserTests(stage);
	tenMinutesTests();
	refusalTests(stage);
	guardTests(stage);
	severalAccountsTests(stage);
	monthTests(stage);
	repeatTests(stage);
	// Runs last: it checks what all the others left behind.
	secretTests(stage);
});
