/**
 * What the overview does in the browser. It refreshes every part that has changed, and keeps focus, selection and scroll
 * position. Buttons and forms call /_control (data-post, data-delete) or copy (data-copy); the page then says what happened
 * (data-said).
 */
export const overviewScript = `
const live = document.querySelector('.live');
const said = document.querySelector('.said');
const connected = (text, well) => {
  live.classList.toggle('off', !well);
  if (live.textContent !== text) live.textContent = text;
};
let silence;
const say = (text, well) => {
  said.classList.toggle('off', !well);
  said.textContent = '';
  clearTimeout(silence);
  // In a turn of its own, so that the same words are spoken again.
  setTimeout(() => (said.textContent = text), 50);
  silence = setTimeout(() => (said.textContent = ''), 10000);
};

const nameOf = ({ dataset: { post, delete: remove, copy, body } }) => [post, remove, copy, body].join(' ');
const replace = (part, fresh) => {
  const opened = new Set([...part.querySelectorAll('details[open]')].map((one) => one.dataset.of));
  for (const one of fresh.querySelectorAll('details')) one.toggleAttribute('open', opened.has(one.dataset.of));
  const selection = document.getSelection();
  if (part.innerHTML === fresh.innerHTML || (!selection.isCollapsed && selection.containsNode(part, true))) return;
  const focused = part.contains(document.activeElement) ? document.activeElement : undefined;
  const scrolled = part.querySelector('.scroll')?.scrollLeft ?? 0;
  part.replaceChildren(...fresh.childNodes);
  part.querySelector('.scroll')?.scrollTo(scrolled, 0);
  if (!focused) return;
  const same = [...part.querySelectorAll(focused.tagName)].find((one) =>
    focused.tagName === 'A' ? one.href === focused.href : nameOf(one) === nameOf(focused),
  );
  // What had the focus may be gone. Its neighbour must not get it: another Enter would act on another payment.
  (same ?? part.closest('section')?.querySelector('h2'))?.focus();
};
const refresh = async () => {
  const answer = await fetch('/').catch(() => undefined);
  if (!answer?.ok) return connected('The emulator does not answer', false);
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-part]')) replace(part, fresh.querySelector('[data-part=' + part.dataset.part + ']'));
  connected('Refreshes by itself', true);
};
const keepRefreshing = async () => {
  if (!document.hidden) await refresh().catch(() => connected('This page is out of date: reload it', false));
  setTimeout(keepRefreshing, 2000);
};
setTimeout(keepRefreshing, 2000);
document.addEventListener('visibilitychange', () => void refresh().catch(() => undefined));

const call = async (button, method, path, body, done) => {
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  const answer = await fetch(path, { method, body }).catch(() => undefined);
  const told = await answer?.json().catch(() => ({}));
  button.ariaBusy = null;
  if (answer?.ok) say(done, true);
  else say(answer ? 'Refused: ' + (told.error ?? answer.status) : 'The emulator does not answer', false);
  await refresh().catch(() => undefined);
};
const copy = (text, done) =>
  navigator.clipboard.writeText(text).then(
    () => say(done, true),
    () => say('The browser does not allow copying: select the text instead', false),
  );
document.addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (!button) return;
  const { post, delete: remove, copy: text, body, said: done } = button.dataset;
  if (text) void copy(text, done);
  else if (post) void call(button, 'POST', post, body, done);
  else if (remove) void call(button, 'DELETE', remove, undefined, done);
});

const form = document.querySelector('form.fault');
form.addEventListener('change', () => {
  // The service refuses it otherwise: a cursor exists only after the effect.
  if (form.fault.value === 'repeat-cursor') form.when.value = 'after';
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const fields = [...form.elements].filter((field) => field.name && field.value !== '' && field.checkVisibility());
  const isNumber = (field) => field.type === 'number' || field.name === 'status';
  const values = fields.map((field) => [field.name, isNumber(field) ? Number(field.value) : field.value]);
  void call(event.submitter ?? form, 'POST', form.dataset.post, JSON.stringify(Object.fromEntries(values)), form.dataset.said);
});
`;
