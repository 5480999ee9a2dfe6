/** Opens the page anew once the payment has come further, as its attribute data-state tells. */
export const followScript = `
(() => {
	const stateOf = (page) => page.querySelector('main').dataset.state;
	const shown = stateOf(document);
	setInterval(async () => {
		const answer = document.hidden ? undefined : await fetch(location.href).catch(() => undefined);
		if (!answer?.ok) return;
		const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
		// Not a reload, which would send a form again.
		if (stateOf(fresh) !== shown) location.replace(location.href);
	}, 1500);
})();
`;
