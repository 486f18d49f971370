// @ts-check
// All runs of the tenant, newest first. Filters live in the address, so that a view can be kept and sent. The first
// page is looked at again while somebody looks at it; further pages come when they are asked for.
import {html, render} from 'lit-html';
import {repeat} from 'lit-html/directives/repeat.js';
import {get} from './api.js';
import {ago, badge, short} from './words.js';

const PAGE = 50;
const AGAIN = 2000;
const STATES = ['', 'running', 'waiting-approval', 'waiting-input', 'waiting-external', 'paused', 'completed', 'failed', 'cancelled'];

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  document.title = 'Runs · Waybill';
  let status = place.query.get('status') ?? '';
  let wanted = place.query.get('q') ?? '';
  /** @type {Map<string, any>} */
  const known = new Map();
  let cursor = '';
  let done = false;

  const address = (/** @type {string} */ from) => `/v1/runs?limit=${PAGE}${status ? `&status=${status}` : ''}${from ? `&cursor=${encodeURIComponent(from)}` : ''}`;

  async function more() {
    const page = await get(address(cursor));
    for (const run of page.runs) known.set(run.runId, run);
    cursor = page.nextCursor ?? '';
    done = !cursor;
    draw();
  }

  async function look() {
    if (document.hidden) return;
    const page = await get(address(''));
    for (const run of page.runs) known.set(run.runId, run);
    draw();
  }

  async function filter(/** @type {string} */ name, /** @type {string} */ value) {
    if (name === 'status') status = value;
    else wanted = value;
    const query = new URLSearchParams(Object.entries({status, q: wanted}).filter(([, it]) => it));
    history.replaceState(null, '', `/ui/runs${query.size ? `?${query}` : ''}`);
    if (name === 'status') {
      known.clear();
      cursor = '';
      await more();
    } else draw();
  }

  function draw() {
    const text = wanted.trim().toLowerCase();
    const shown = [...known.values()]
      .filter((run) => (!status || run.status === status) && (!text || `${run.workflowId} ${run.runId}`.toLowerCase().includes(text)))
      .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
    render(
      html`
        <h1>Runs</h1>
        <div class="bar">
          <label>State<select .value=${status} @change=${(/** @type {Event} */ event) => filter('status', /** @type {HTMLSelectElement} */ (event.target).value)}>${STATES.map((it) => html`<option value=${it} ?selected=${it === status}>${it || 'all'}</option>`)}</select></label>
          <label>Search<input type="search" placeholder="workflow or run id" .value=${wanted} @input=${(/** @type {Event} */ event) => filter('q', /** @type {HTMLInputElement} */ (event.target).value)}></label>
        </div>
        <div class="table">
          <table>
            <thead><tr><th>Workflow</th><th>State</th><th>Started</th><th class="hide-small">Events</th><th class="hide-small">Last change</th><th class="hide-small">Run</th></tr></thead>
            <tbody>
              ${repeat(shown, (run) => run.runId, (run) => html`<tr>
                <td class="wide"><a href="/ui/run/${run.runId}">${run.workflowId}</a></td>
                <td>${badge(run.status, run.goalMet === false)}</td>
                <td>${ago(run.startedAt)}</td>
                <td class="hide-small">${run.events}</td>
                <td class="hide-small">${ago(run.updatedAt)}</td>
                <td class="mono hide-small">${short(run.runId)}</td>
              </tr>`)}
            </tbody>
          </table>
          ${shown.length ? '' : html`<p class="quiet card">No run is here. <code>waybill run examples/release.json</code> starts one.</p>`}
        </div>
        ${done ? '' : html`<p><button @click=${more}>Older runs</button></p>`}
      `,
      root,
    );
  }

  await more();
  const timer = window.setInterval(() => void look().catch(() => {}), AGAIN);
  return () => clearInterval(timer);
}
