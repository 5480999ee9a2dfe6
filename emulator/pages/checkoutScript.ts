/**
 * What the hosted page does in the browser: counts down, notices when the payment has moved on, and posts the browser
 * message `svc_payment_event` to the page that opened it (specification: "Hosted popup messages"). The message carries
 * nothing secret and the opener's origin is unknown, hence the open target origin.
 */
export const checkoutScript = `
(() => {
	const view = JSON.parse(document.getElementById('checkout').textContent);
	const ahead = Date.parse(view.now) - Date.now();
	const remember = (event) => {
		const key = 'checkout ' + view.uuid + ' ' + event;
		if (sessionStorage.getItem(key)) return false;
		sessionStorage.setItem(key, '1');
		return true;
	};
	const tell = (event_type, page_state) => {
		if (!remember(event_type + ' ' + view.status)) return;
		const message = { svc_payment_event: { event_type, page_state, redirect_url: view.redirect_url } };
		for (const other of [window.opener, window.parent]) {
			if (other && other !== window) other.postMessage(message, '*');
		}
	};
	const clock = (milliseconds) => {
		const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
		return String(Math.floor(seconds / 60)).padStart(2, '0') + ':' + String(seconds % 60).padStart(2, '0');
	};

	if (view.status === 'pending') {
		const expiry = Date.parse(view.expires_at);
		const shown = document.getElementById('countdown');
		const tick = () => {
			const left = expiry - (Date.now() + ahead);
			if (shown) shown.textContent = clock(left);
			if (left <= 0) tell('onDone', 'failed');
		};
		tick();
		setInterval(tick, 500);
		setInterval(async () => {
			const answer = await fetch(view.state_url).catch(() => undefined);
			if (!answer || !answer.ok) return;
			const state = await answer.json();
			if (state.status !== view.status || state.prompted !== view.prompted) location.reload();
		}, 1500);
		return;
	}

	tell('onChange', view.page_state);
	const target = view.redirect_url[view.page_state === 'success' ? 'success' : 'failure'];
	const done = () => {
		tell('onDone', view.page_state);
		if (target) location.assign(target);
	};
	document.getElementById('done').addEventListener('click', (event) => {
		event.preventDefault();
		done();
	});
	if (!target) return;
	let seconds = 5;
	const shown = document.getElementById('returning');
	const timer = setInterval(() => {
		seconds -= 1;
		if (shown) shown.textContent = String(seconds);
		if (seconds > 0) return;
		clearInterval(timer);
		done();
	}, 1000);
})();
`;
