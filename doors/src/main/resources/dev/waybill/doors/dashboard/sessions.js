// @ts-check
// The sessions of guided workflows, newest first: what an agent works on, how far it is, and how often it went back.
import {html, render} from 'lit-html';
import {repeat} from 'lit-html/directives/repeat.js';
import {get} from './api.js';
import {followRuns} from './changes.js';
import {agentBadge} from './session-words.js';
import {ago} from './words.js';

const PAGE = 50;
const ALL = '/v1/host/waybill/sessions';

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  document.title = 'Sessions · Waybill';
  let wanted = place.query.get('q') ?? '';
  /** @type {Map<string, any>} */
  const known = new Map();
  let cursor = '';
  let done = false;

  const key = (/** @type {any} */ session) => `${session.tenant}/${session.sessionId}`;
  const page = async (/** @type {string} */ from) => {
    const found = await get(`${ALL}?limit=${PAGE}${from ? `&cursor=${encodeURIComponent(from)}` : ''}`);
    for (const session of found.sessions) known.set(key(session), session);
    return found;
  };

  async function more() {
    cursor = (await page(cursor)).nextCursor ?? '';
    done = !cursor;
    draw();
  }

  /** A run that changed takes its place in its session; what is in no session is for another page. */
  function changed(/** @type {any[]} */ rows) {
    for (const run of rows.filter((it) => it.session)) {
      const of = known.get(key({tenant: run.tenant, sessionId: run.session})) ?? {tenant: run.tenant, sessionId: run.session, runs: []};
      const runs = [...of.runs.filter((/** @type {any} */ it) => it.runId !== run.runId), run].sort((a, b) => (a.runId < b.runId ? 1 : -1));
      known.set(key(of), {...of, runs, updatedAt: run.updatedAt > (of.updatedAt ?? '') ? run.updatedAt : of.updatedAt});
    }
    draw();
  }

  async function all() {
    known.clear();
    cursor = '';
    await more();
  }

  function filter(/** @type {string} */ text) {
    wanted = text;
    history.replaceState(null, '', `/ui/sessions${wanted ? `?${new URLSearchParams({q: wanted})}` : ''}`);
    draw();
  }

  function draw() {
    const text = wanted.trim().toLowerCase();
    const shown = [...known.values()]
      .filter((session) => !text || `${session.sessionId} ${session.runs.map((/** @type {any} */ run) => run.workflowId).join(' ')}`.toLowerCase().includes(text))
      .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
    render(
      html`
        <h1>Sessions</h1>
        <p class="quiet lead">Guided workflows that agents follow step by step, over MCP. Going back makes a branch here, and nothing is lost.</p>
        <div class="bar">
          <label>Search<input type="search" placeholder="session or workflow" .value=${wanted} @input=${(/** @type {Event} */ event) => filter(/** @type {HTMLInputElement} */ (event.target).value)}></label>
        </div>
        <div class="table">
          <table>
            <thead><tr><th>Session</th><th>State</th><th class="hide-small">Workflow</th><th class="hide-small">Step</th><th class="hide-small">Runs</th><th>Last active</th></tr></thead>
            <tbody>${repeat(shown, key, row)}</tbody>
          </table>
          ${shown.length ? '' : html`<p class="quiet card">${known.size ? 'No session fits.' : 'No session yet. An agent starts one with the tool workflow_start.'}</p>`}
        </div>
        ${done ? '' : html`<p><button @click=${more}>Older sessions</button></p>`}
      `,
      root,
    );
  }

  const live = followRuns({runs: changed, reset: () => void all()});
  await live.opened;
  await more();
  return live.close;
}

/** @param {any} session */
function row(session) {
  const [newest] = session.runs;
  return html`<tr>
    <td class="wide"><a href="/ui/session/${encodeURIComponent(session.sessionId)}">${session.sessionId}</a></td>
    <td>${agentBadge(newest.status)}</td>
    <td class="wide hide-small">${newest.workflowId}</td>
    <td class="wide hide-small">${newest.currentNodeId ?? ''}</td>
    <td class="hide-small">${session.runs.length}</td>
    <td>${ago(session.updatedAt)}</td>
  </tr>`;
}
