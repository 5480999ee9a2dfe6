/** The look of the hosted pages, light and dark. */
export const checkoutStyle = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f3f4f7; --ink: #1b1f2a; --soft: #596377; --line: #dfe3ea; --edge: #868fa3;
	--accent: #3b5bdb; --accent-ink: #fff; --good: #12805c; --bad: #b42318; --note: #fff7e0; --note-ink: #6b4e00; }
@media (prefers-color-scheme: dark) {
	:root { --paper: #1c212c; --ground: #11141b; --ink: #eceff5; --soft: #a3adc0; --line: #333b4b; --edge: #707b92;
		--accent: #7c93f7; --accent-ink: #10131a; --good: #4cc79c; --bad: #f98b80; --note: #322a12; --note-ink: #f3d98b; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: clamp(1rem, 6vh, 3.5rem) 1rem 1.5rem; background: var(--ground); color: var(--ink);
	font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { width: min(27rem, 100%); margin: 0 auto; }
.sheet { background: var(--paper); border: 1px solid var(--line); border-radius: 16px; padding: 1.75rem;
	box-shadow: 0 12px 32px rgb(15 20 35 / .09); }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; color: var(--soft); font-size: .9rem; }
header strong { color: var(--ink); }
h1 { margin: 1.1rem 0 0; font-size: 1.35rem; line-height: 1.25; }
h1.amount { font-size: 2.25rem; font-weight: 650; letter-spacing: -.02em; line-height: 1.15; overflow-wrap: anywhere; }
.amount small { font-size: 1rem; font-weight: 500; color: var(--soft); letter-spacing: 0; margin-left: .4rem; }
.for { margin: .25rem 0 1.5rem; color: var(--soft); overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0 0 .75rem; } h1.amount + h2 { margin-top: 1.5rem; }
p { margin: 0; } form { margin: 0; }
.next { margin-bottom: 1.1rem; }
.after { margin-bottom: 1rem; text-align: center; color: var(--soft); }
label { display: block; font-size: .875rem; margin-bottom: .9rem; }
label small { color: var(--soft); font-size: .8rem; }
input { display: block; width: 100%; margin-top: .25rem; padding: .6rem .75rem; font: inherit; font-size: 1rem; color: var(--ink);
	background: transparent; border: 1px solid var(--edge); border-radius: 10px; }
input::placeholder { color: var(--soft); opacity: .8; }
input[aria-invalid=true] { border-color: var(--bad); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .75rem; align-items: start; }
.problem { color: var(--bad); font-size: .85rem; } p.problem { margin-bottom: 1rem; }
button, .button { display: block; width: 100%; padding: .8rem 1rem; font: inherit; font-weight: 600; text-align: center;
	text-decoration: none; border: 1px solid transparent; border-radius: 10px; cursor: pointer;
	background: var(--accent); color: var(--accent-ink); }
:is(button, .button):hover { filter: brightness(1.08); }
button:disabled { opacity: .5; cursor: default; filter: none; }
.methods { display: grid; gap: .6rem; }
button.method { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 .75rem; background: transparent;
	color: var(--ink); border-color: var(--edge); font-weight: 500; text-align: left; }
button.method:hover { border-color: var(--accent); color: var(--accent); }
button.method small { color: var(--soft); font-size: .8rem; }
button.plain { background: none; color: var(--accent); margin-top: .5rem; padding: .6rem; font-weight: 500; }
button.plain:hover { text-decoration: underline; }
:is(button, .button, input, summary):focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 60%, transparent); outline-offset: 2px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1rem; margin: 0 0 1.25rem; font-size: .95rem; }
dt { color: var(--soft); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; user-select: all; }
.qr { width: 13rem; max-width: 100%; margin: 0 auto 1.1rem; padding: .25rem; border-radius: 10px; background: #fff; border: 1px solid var(--line); } .qr svg { display: block; }
details { margin: 0 0 1.1rem; font-size: .9rem; } summary { cursor: pointer; color: var(--accent); width: fit-content; } .long { overflow-wrap: anywhere; user-select: all; }
fieldset { border: 0; margin: 0 0 1.1rem; padding: 0; } legend { padding: 0; margin-bottom: .35rem; font-weight: 700; }
label.choice { display: flex; align-items: baseline; gap: .6rem; margin: 0; padding: .3rem 0; font-size: 1rem; } label.choice input { width: auto; margin: 0; accent-color: var(--accent); }
.outcome { text-align: center; padding: .75rem 0 1.25rem; }
.outcome .mark { width: 3.5rem; height: 3.5rem; margin: 0 auto .75rem; border-radius: 50%; display: grid; place-items: center;
	font-size: 1.6rem; font-weight: 700; color: var(--paper); background: var(--soft); }
.outcome.success .mark { background: var(--good); } .outcome.failed .mark { background: var(--bad); }
.outcome h2 { font-size: 1.2rem; margin: 0; }
.outcome p { margin-top: .25rem; color: var(--soft); }
.sandbox { margin-top: 1rem; padding: .9rem 1.1rem; border-radius: 12px; background: var(--note); color: var(--note-ink); font-size: .85rem; }
.sandbox form { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .6rem; }
.sandbox button { width: auto; padding: .45rem .75rem; font-size: .85rem; background: none; color: inherit; border-color: currentColor; }
`;
