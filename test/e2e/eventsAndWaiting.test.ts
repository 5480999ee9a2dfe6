import { openStage, type Stage } from '../../runtime/stage';
import { deliveryTests } from './deliveries';
import { outageTests } from './outage';
import { pollingTests } from './polling';
import { publicationTests } from './publication';
import { secretTests } from './secrets';
import { tellThenWaitTests } from './tellThenWait';
import { LongWaits, waitingTests } from './waiting';

describe('events and waiting in a real n8n with the package installed', () => {
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

	publicationTests(stage);
	waitingTests(stage);
	tellThenWaitTests(stage);
	longWaits.testsOfLimit();
	pollingTests(stage);
	deliveryTests(stage);
	outageTests(stage);
	longWaits.tests();
	// Runs last: it checks what all the others left behind.
	secretTests(stage);
});
