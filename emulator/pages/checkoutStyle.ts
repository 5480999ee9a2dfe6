/** The look of the hosted page, light and dark. */
export const checkoutStyle = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f3f4f7; --ink: #1b1f2a; --soft: #667085; --line: #dfe3ea;
	--accent: #3b5bdb; --accent-ink: #fff; --good: #12805c; --bad: #b42318; --note: #fff7e0; --note-ink: #6b4e00; }
@media (prefers-color-scheme: dark) {
	:root { --paper: #1c212c; --ground: #11141b; --ink: #eceff5; --soft: #9aa4b8; --line: #333b4b;
		--accent: #7c93f7; --accent-ink: #10131a; --good: #4cc79c; --bad: #f98b80; --note: #322a12; --note-ink: #f3d98b; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: start center; padding: 2.5rem 1rem; background: var(--ground);
	color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(27rem, 100%); }
.sheet { background: var(--paper); border: 1px solid var(--line); border-radius: 16px; padding: 1.75rem;
	box-shadow: 0 12px 32px rgb(15 20 35 / .09); }
header { display: flex; justify-content: space-between; gap: 1rem; color: var(--soft); font-size: .9rem; }
header strong { color: var(--ink); }
.countdown { font-variant-numeric: tabular-nums; white-space: nowrap; }
.amount { margin: 1.1rem 0 0; font-size: 2.25rem; font-weight: 650; letter-spacing: -.02em; line-height: 1.15; }
.amount small { font-size: 1rem; font-weight: 500; color: var(--soft); letter-spacing: 0; margin-left: .35rem; }
.for { margin: .15rem 0 1.4rem; color: var(--soft); overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0 0 .75rem; }
p { margin: .5rem 0; }
form { margin: 0; }
label { display: block; font-size: .85rem; color: var(--soft); margin-bottom: .8rem; }
input { display: block; width: 100%; margin-top: .25rem; padding: .6rem .75rem; font: inherit; color: var(--ink);
	background: transparent; border: 1px solid var(--line); border-radius: 10px; }
input[aria-invalid=true] { border-color: var(--bad); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .75rem; }
.problem { color: var(--bad); font-size: .85rem; }
button, .button { display: block; width: 100%; padding: .8rem 1rem; font: inherit; font-weight: 600; text-align: center;
	text-decoration: none; border: 1px solid transparent; border-radius: 10px; cursor: pointer;
	background: var(--accent); color: var(--accent-ink); }
button.method { display: flex; justify-content: space-between; margin-bottom: .6rem; background: transparent; color: var(--ink);
	border-color: var(--line); font-weight: 500; }
button.method:hover { border-color: var(--accent); }
button.method small { color: var(--soft); }
button.plain { background: none; color: var(--soft); border: 0; padding: .7rem 0 0; font-weight: 500; }
:is(button, .button, input):focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: 2px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem; margin: 0 0 1.25rem; font-size: .95rem; }
dt { color: var(--soft); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.outcome { text-align: center; padding: .5rem 0 1.25rem; }
.outcome .mark { width: 3.5rem; height: 3.5rem; margin: 0 auto .75rem; border-radius: 50%; display: grid; place-items: center;
	font-size: 1.6rem; color: var(--paper); background: var(--bad); }
.outcome.success .mark { background: var(--good); }
.outcome h2 { font-size: 1.2rem; margin: 0; }
.outcome p { color: var(--soft); }
.sandbox { margin-top: 1rem; padding: .9rem 1.1rem; border-radius: 12px; background: var(--note); color: var(--note-ink); font-size: .85rem; }
.sandbox form { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .5rem; }
.sandbox button { width: auto; padding: .4rem .7rem; font-size: .85rem; background: none; color: inherit; border-color: currentColor; }
`;
