import { openStage, type Stage } from '../../runtime/stage';
import { credentialFormTests } from './credentialForm';
import { deliveryTests } from './deliveries';
import { editorTests } from './editor';
import { guardTests } from './guards';
import { monthTests } from './month';
import { outageTests } from './outage';
import { publicationTests } from './publication';
import { refusalTests } from './refusals';
import { repeatTests } from './repeats';
import { browserTests } from './inTheBrowser';
import { pollingTests } from './polling';
import { secretTests } from './secrets';
import { severalAccountsTests } from './severalAccounts';
import { tellThenWaitTests } from './tellThenWait';
import { tenMinutesTests } from './tenMinutes';
import { LongWaits, waitingTests } from './waiting';

describe('a real n8n with the package installed', () => {
	let opened: Stage | undefined;
	const stage = () => {
		if (!opened) throw new Error('n8n did not start: see the first failure.');
		return opened;
	};
	const longWaits = new LongWaits(stage);

	beforeAll(async () => {
		opened = await openStage();
		await longWaits.begin();
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
	publicationTests(stage);
	waitingTests(stage);
	tellThenWaitTests(stage);
	pollingTests(stage);
	deliveryTests(stage);
	repeatTests(stage);
	outageTests(stage);
	longWaits.tests();
	// Runs last: it checks what all the others left behind.
	secretTests(stage);
});
