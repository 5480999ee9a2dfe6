/** Style of the overview; colours follow the reader's light or dark setting. */
export const overviewStyle = `
:root { --back: #f6f7f9; --card: #fff; --ink: #1b2230; --soft: #667085; --line: #e4e7ec; --accent: #3056d3; --good: #0b7a4b; --good-back: #dff5ea; --bad: #b42318; --bad-back: #fde8e6; --open: #8a5a00; --open-back: #fdf1d8; }
@media (prefers-color-scheme: dark) { :root { --back: #10141b; --card: #181e28; --ink: #e6e9ef; --soft: #96a0b3; --line: #2a3240; --accent: #8aa4ff; --good: #6ddba6; --good-back: #12382a; --bad: #ff9d94; --bad-back: #43201d; --open: #f2c46d; --open-back: #3d2f12; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
header, main { max-width: 1200px; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; justify-content: space-between; align-items: start; gap: 1rem; padding-top: 1.5rem; }
h1 { margin: 0; font-size: 1.5rem; } h2 { margin: 0 0 .75rem; font-size: 1.05rem; }
header p { margin: .25rem 0 1rem; color: var(--soft); } a { color: var(--accent); }
.live::before { content: ''; display: inline-block; width: .55rem; height: .55rem; margin-right: .4rem; border-radius: 50%; background: var(--good); }
.live.off::before { background: var(--bad); }
section { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin-bottom: 1rem; }
.scroll { overflow-x: auto; } table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; border-top: 1px solid var(--line); white-space: nowrap; }
thead th { border-top: 0; color: var(--soft); font-weight: 500; }
.number { text-align: right; font-variant-numeric: tabular-nums; } .address { max-width: 22rem; overflow: hidden; text-overflow: ellipsis; }
code { font: .9em ui-monospace, monospace; } .empty { color: var(--soft); margin: 0; } .pair { margin-right: .6rem; }
.badge { padding: .1rem .5rem; border-radius: 1rem; font-size: .85em; } .good { color: var(--good); background: var(--good-back); } .bad { color: var(--bad); background: var(--bad-back); } .open { color: var(--open); background: var(--open-back); }
.time { margin: 0 0 .75rem; font-size: 1.35rem; font-variant-numeric: tabular-nums; } .time small { font-size: .9rem; color: var(--soft); }
button { font: inherit; font-size: .9em; color: var(--accent); background: none; border: 1px solid var(--line); border-radius: .5rem; padding: .2rem .7rem; cursor: pointer; } button:hover, button:focus-visible { border-color: var(--accent); }
`;

/** Replaces the page's content every two seconds, keeping the reader's place; buttons talk to /_control. */
export const overviewScript = `
const live = document.querySelector('.live');
async function refresh() {
  try {
    const text = await (await fetch('/')).text();
    const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
    if (!document.querySelector('main').contains(document.getSelection().anchorNode) || document.getSelection().isCollapsed) document.querySelector('main').replaceChildren(...fresh.childNodes);
    live.className = 'live'; live.textContent = 'Refreshes by itself';
  } catch { live.className = 'live off'; live.textContent = 'The emulator does not answer'; }
}
setInterval(refresh, 2000);
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button');
  if (!button) return;
  const { post, delete: remove, body } = button.dataset;
  await fetch(post ?? remove, { method: post ? 'POST' : 'DELETE', body });
  await refresh();
});
`;
