/** Styles of the overview. Colours follow the reader's light or dark setting. */
export const overviewStyle = `
:root { --back: #f6f7f9; --card: #fff; --ink: #1b2230; --soft: #5b6577; --line: #e4e7ec; --edge: #c3c9d4; --accent: #3056d3; --good: #0a6b42; --good-back: #dff5ea; --bad: #b42318; --bad-back: #fde8e6; --open: #7d5200; --open-back: #fdf1d8; }
@media (prefers-color-scheme: dark) { :root { --back: #10141b; --card: #181e28; --ink: #e6e9ef; --soft: #9ca6b9; --line: #2a3240; --edge: #465166; --accent: #8aa4ff; --good: #6ddba6; --good-back: #12382a; --bad: #ff9d94; --bad-back: #43201d; --open: #f2c46d; --open-back: #3d2f12; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
header, main { max-width: 1280px; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem; padding-top: 1.5rem; padding-bottom: 1rem; color: var(--soft); }
header p { margin: .25rem 0 0; } header [data-part] { flex-basis: 100%; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; color: var(--ink); } h2 { margin: 0 0 .5rem; font-size: 1.05rem; } a { color: var(--accent); }
.live::before { content: ''; display: inline-block; width: .55rem; height: .55rem; margin-right: .45rem; border-radius: 50%; background: var(--good); }
.live.off { color: var(--bad); } .live.off::before { background: var(--bad); }
section { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin-bottom: 1rem; }
.clock { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: end; gap: .75rem 2rem; }
p.time { margin: 0; font-size: 1.35rem; line-height: 1.3; } p.time span { font-size: 1rem; } p.time small { font-size: .9rem; color: var(--soft); margin-left: .5rem; white-space: nowrap; }
.moves { margin: 0; display: flex; flex-wrap: wrap; gap: .5rem; }
.scroll { overflow-x: auto; } table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .4rem 1.25rem .4rem 0; text-align: left; vertical-align: baseline; white-space: nowrap; } :is(th, td):last-child { padding-right: 0; }
td { border-top: 1px solid var(--line); } th { color: var(--soft); font-weight: 500; } tbody tr:hover { background: color-mix(in srgb, var(--line) 35%, transparent); }
.number { text-align: right; } td.wrap { white-space: normal; overflow-wrap: anywhere; }
.address { display: block; max-width: 22rem; overflow: hidden; text-overflow: ellipsis; }
code { font: .95em ui-monospace, monospace; } .empty { color: var(--soft); margin: 0; } table + .empty, .scroll + .empty { margin-top: .5rem; font-size: .9rem; } .empty:empty { display: none; }
.pair { display: inline-block; white-space: nowrap; margin-right: .9rem; } small { font-size: 1em; color: var(--soft); }
.badge { padding: .1rem .5rem; border-radius: 1rem; font-size: .92em; white-space: nowrap; } .good { color: var(--good); background: var(--good-back); } .bad { color: var(--bad); background: var(--bad-back); } .open { color: var(--open); background: var(--open-back); }
button { font: inherit; font-size: .9rem; color: var(--accent); background: none; border: 1px solid var(--edge); border-radius: .5rem; padding: .2rem .7rem; cursor: pointer; white-space: nowrap; }
td button { padding: 0 .6rem; } .actions { display: flex; gap: .3rem .5rem; } button:hover { border-color: var(--accent); } button[aria-busy=true] { opacity: .55; cursor: progress; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .3rem 1.25rem; margin: 0 0 .75rem; font-size: .9rem; } dt { color: var(--soft); } dd { margin: 0; min-width: 0; }
.copyable { display: inline-flex; align-items: baseline; gap: .6rem; max-width: 100%; } .copyable code { max-width: 26rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; user-select: all; padding-bottom: .15em; }
.copyable button { padding: 0 .6rem; } summary { cursor: pointer; color: var(--accent); margin-top: .5rem; font-size: .9rem; width: fit-content; } ul.payees { margin: .25rem 0 0; padding-left: 1.25rem; } td summary { margin: 0; } ol.empty { margin-top: .25rem; padding-left: 1.5rem; font-size: .95rem; }
form.fault { display: flex; flex-wrap: wrap; align-items: end; gap: .6rem 1rem; margin-bottom: .9rem; } form.fault label { font-size: .85rem; color: var(--soft); } .field { min-width: 0; }
form.fault :is(select, input) { display: block; font: inherit; font-size: .95rem; color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: .5rem; padding: .25rem .5rem; max-width: 100%; }
form.fault input { width: 6.5rem; } form.fault :is(select, input, button) { height: 2.1rem; } :is(.for-endpoint, .for-fault) select { max-width: 15rem; } form.fault button { padding: .3rem .9rem; }
form.fault:not(:has([name=fault] [value=status]:checked)) .for-status, form.fault:not(:has([name=fault] [value=slow]:checked)) .for-delayMs { display: none; }
.said { position: fixed; bottom: 1rem; left: 50%; transform: translateX(-50%); width: max-content; max-width: calc(100vw - 2rem); margin: 0; padding: .6rem 1.1rem; border-radius: .75rem; background: var(--ink); color: var(--card); overflow-wrap: anywhere; white-space: pre-line; box-shadow: 0 6px 24px rgb(0 0 0 / .25); }
.said:empty { visibility: hidden; padding: 0; } .said.off { background: var(--bad); } main { padding-bottom: 3.5rem; } h2:focus { outline: none; } h2:focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 60%, transparent); outline-offset: 4px; border-radius: .25rem; }
:is(button, a, select, input, summary):focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 60%, transparent); outline-offset: 2px; }
@media (max-width: 720px) {
	header, main { padding-left: .75rem; padding-right: .75rem; } section { padding: .9rem 1rem; } p.time small { display: block; margin: 0; }
	table, tbody { display: block; } thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
	tr { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem 1rem; padding: .55rem 0; } tr + tr { border-top: 1px solid var(--line); }
	td { display: block; padding: 0; border: 0; white-space: normal; overflow-wrap: anywhere; min-width: 0; } td.none { display: none; }
	td[data-label]::before { content: attr(data-label) ' '; color: var(--soft); } td.time::after { content: ' UTC'; color: var(--soft); }
	.moves { display: grid; grid-template-columns: 1fr 1fr; width: 100%; } .moves button { padding: .4rem; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; } .copyable code { max-width: calc(100vw - 12rem); } .actions, td:has(.actions) { width: 100%; } .field { flex: 1 1 100%; } form.fault .field :is(select, input) { width: 100%; max-width: none; height: 2.5rem; } form.fault button { width: 100%; padding: .5rem; } .address { max-width: none; white-space: normal; } td button { padding: .3rem .8rem; }
}
`;
