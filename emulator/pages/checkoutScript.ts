/**
 * What the hosted page does in the browser: counts down, detects status changes, and posts the browser message
 * `svc_payment_event` to the page that opened it (specification: "Hosted popup messages"). The message carries nothing
 * secret and the opener's origin is unknown, so any target origin is allowed.
 */
export const checkoutScript = `
(() => {
	const view = JSON.parse(document.getElementById('checkout').textContent);
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

	if (view.status === 'pending') {
		// The service's clock may stand still or jump; the last answer says what time it is.
		let known = view;
		let knownAt = Date.now();
		const shown = document.getElementById('countdown');
		const two = (number) => String(number).padStart(2, '0');
		const tick = () => {
			const passed = known.frozen ? 0 : Date.now() - knownAt;
			const left = Date.parse(view.expires_at) - Date.parse(known.now) - passed;
			const seconds = Math.max(0, Math.ceil(left / 1000));
			const hours = Math.floor(seconds / 3600);
			const rest = two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60);
			shown.textContent = hours > 0 ? hours + ':' + rest : rest;
		};
		tick();
		setInterval(tick, 500);
		setInterval(async () => {
			const answer = await fetch(view.state_url).catch(() => undefined);
			if (!answer || !answer.ok) return;
			known = await answer.json();
			knownAt = Date.now();
			tick();
			if (known.status !== view.status || known.prompted !== view.prompted) location.reload();
		}, 1500);
		return;
	}

	tell('onChange', view.page_state);
	// An expired payment leaves the customer nothing to do.
	if (view.status === 'expired') tell('onDone', view.page_state);
	const target = view.redirect_url[view.page_state === 'success' ? 'success' : 'failure'];
	const button = document.getElementById('done');
	const done = () => {
		tell('onDone', view.page_state);
		if (target) location.assign(target);
		else button.disabled = true;
	};
	button.addEventListener('click', (event) => {
		event.preventDefault();
		done();
	});
	if (!target) return;
	let seconds = 5;
	const shown = document.getElementById('returning');
	const timer = setInterval(() => {
		seconds -= 1;
		shown.textContent = String(seconds);
		if (seconds > 0) return;
		clearInterval(timer);
		done();
	}, 1000);
})();
`;
