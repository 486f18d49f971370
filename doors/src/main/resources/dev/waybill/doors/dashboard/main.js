// @ts-check
// Chooses the page by the address, and keeps the frame around it. A page is a module with `open(root, place)`, which
// returns what to do when it is left.
import {html, render} from 'lit-html';
import {currentSession, signOut, whoAmI} from './api.js';
import {go} from './go.js';
import {notice} from './notice.js';

/** @typedef {{path: string[], query: URLSearchParams}} Place */
/** @typedef {{open: (root: HTMLElement, place: Place) => Promise<(() => void) | void>}} Page */

const PAGES = {
  runs: () => import('./runs.js'),
  run: () => import('./run.js'),
  sessions: () => import('./sessions.js'),
  session: () => import('./session.js'),
  inbox: () => import('./inbox.js'),
  proof: () => import('./proof.js'),
  compare: () => import('./compare.js'),
  workflows: () => import('./workflows.js'),
  agents: () => import('./agents.js'),
  evidence: () => import('./evidence.js'),
  system: () => import('./system.js'),
  question: () => import('./question-link.js'),
  'sign-in': () => import('./sign-in.js'),
};

const MENU = [
  ['runs', 'Runs'],
  ['sessions', 'Sessions'],
  ['inbox', 'Inbox'],
  ['workflows', 'Workflows'],
  ['agents', 'Agents'],
  ['evidence', 'Evidence'],
  ['proof', 'Proof'],
  ['compare', 'Compare'],
  ['system', 'System'],
];

/** Pages of one thing belong to the list that it is in. */
const WITHIN = {run: 'runs', session: 'sessions'};

const head = /** @type {HTMLElement} */ (document.getElementById('head'));
const page = /** @type {HTMLElement} */ (document.getElementById('page'));
/** A page that is not there by then is shown as far as it has come; until then the one before stays, and nothing flickers. */
const LONG = 200;
let leave = () => {};
let visit = 0;

function frame(/** @type {string} */ name) {
  const current = /** @type {Record<string, string>} */ (WITHIN)[name] ?? name;
  const session = currentSession();
  render(
    html`
      <a class="brand" href="/ui"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M4 7l6 18 6-14 6 14 6-18" /></svg>Waybill</a>
      ${session
        ? html`<nav aria-label="Pages">${MENU.map(([name, title]) => html`<a href="/ui/${name}" aria-current=${name === current ? 'page' : 'false'}>${title}</a>`)}</nav>`
        : ''}
      <span class="who">
        ${session ? html`${session.tenant}${session.csrfToken ? html` · ${session.principal} · <button class="plain" @click=${out}>Sign out</button>` : html` · open on this machine`}` : ''}
      </span>
    `,
    head,
  );
  // On a phone the menu is wider than the window.
  head.querySelector('[aria-current=page]')?.scrollIntoView({inline: 'center', block: 'nearest'});
}

async function out() {
  await signOut();
  go('/ui/sign-in');
}

/** @returns {Place & {name: string}} */
function place() {
  const [name = 'runs', ...path] = location.pathname.replace(/^\/ui\/?/, '').split('/').filter(Boolean);
  return {name, path: path.map(decodeURIComponent), query: new URLSearchParams(location.search)};
}

async function show() {
  const here = place();
  const mine = ++visit;
  leave();
  leave = () => {};
  frame(here.name);
  let root = document.createElement('div');
  // Somebody may have gone on while this page was still loading.
  const put = () => {
    if (mine !== visit || root.parentElement === page) return;
    page.replaceChildren(root);
    window.scrollTo(0, 0);
  };
  const timer = window.setTimeout(put, LONG);
  try {
    const module = await /** @type {Record<string, () => Promise<Page>>} */ (PAGES)[here.name]?.();
    const left = (await module?.open(root, here)) ?? (() => {});
    if (!module) render(nothingHere, root);
    if (mine === visit) leave = left;
    else left();
  } catch (problem) {
    root = document.createElement('div');
    render(didNotWork(/** @type {Error} */ (problem).message), root);
  }
  clearTimeout(timer);
  put();
}

const nothingHere = html`<h1>Nothing here</h1><p class="card empty"><strong>This address names no page.</strong><a href="/ui/runs">All runs</a></p>`;

const didNotWork = (/** @type {string} */ why) => html`<h1>That did not work</h1>
  <section class="card pin"><p role="alert">${why.charAt(0).toUpperCase()}${why.slice(1)}</p><p class="next"><a href="/ui/runs">All runs</a></p></section>`;

// Links within the dashboard change the page without loading it anew.
document.addEventListener('click', (event) => {
  const link = event.composedPath().find((it) => it instanceof HTMLAnchorElement);
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !plain || event.defaultPrevented || link.hasAttribute('download')) return;
  const to = new URL(link.href);
  if (to.origin === location.origin && (to.pathname === '/ui' || to.pathname.startsWith('/ui/')) && !to.hash) {
    event.preventDefault();
    go(to.pathname + to.search);
  }
});
window.addEventListener('popstate', () => void show());
window.addEventListener('unhandledrejection', (event) => notice(event.reason?.message ?? String(event.reason)));

// The page's own files are on their way while the host is asked who this is.
const needsNobody = ['question', 'sign-in'];
void (/** @type {Record<string, () => Promise<unknown>>} */ (PAGES)[place().name]?.().catch(() => {}));
if (!needsNobody.includes(place().name) && !(await whoAmI())) {
  history.replaceState(null, '', `/ui/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
}
await show();
