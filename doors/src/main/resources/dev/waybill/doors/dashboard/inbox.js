// @ts-check
// Everything that waits for a person, oldest first, each with its form.
import {html, render} from 'lit-html';
import {repeat} from 'lit-html/directives/repeat.js';
import {get, may, post, Refused} from './api.js';
import {notice} from './notice.js';
import {questionForm} from './question.js';
import {ago, badge, short} from './words.js';

const WAITING = ['waiting-approval', 'waiting-input', 'waiting-external'];
const MOST = 50;
const AGAIN = 3000;

/** @param {HTMLElement} root */
export async function open(root) {
  document.title = 'Inbox · Waybill';
  /** @type {Map<string, any>} runs with their open question */
  const waiting = new Map();

  async function look() {
    const pages = await Promise.all(WAITING.map((status) => get(`/v1/runs?status=${status}&limit=${MOST}`)));
    const runs = pages.flatMap((page) => page.runs);
    const ids = new Set(runs.map((run) => run.runId));
    for (const id of waiting.keys()) if (!ids.has(id)) waiting.delete(id);
    // Only what is new or has moved since is asked for.
    const moved = runs.filter((run) => waiting.get(run.runId)?.events !== run.events);
    await Promise.all(moved.map(async (run) => waiting.set(run.runId, {...(await get(`/v1/runs/${run.runId}`)), events: run.events, since: run.updatedAt})));
    draw();
  }

  async function answer(/** @type {any} */ run, /** @type {unknown} */ resumeValue) {
    try {
      await post(`/v1/runs/${run.runId}/interrupts/${encodeURIComponent(run.interrupt.nodeId)}`, {resumeValue});
      notice('Answered.');
    } catch (refused) {
      const late = refused instanceof Refused && [404, 409, 410].includes(refused.status);
      notice(late ? `Somebody was first: ${refused.message}` : /** @type {Error} */ (refused).message);
    }
    await look();
  }

  function draw() {
    const shown = [...waiting.values()].filter((run) => run.interrupt).sort((a, b) => (a.since < b.since ? -1 : 1));
    render(
      html`
        <h1>Inbox</h1>
        ${shown.length ? '' : html`<p class="card quiet">Nobody waits for you.</p>`}
        ${repeat(shown, (run) => `${run.runId}:${run.events}`, (run) => html`
          <section class="card ask" aria-label="${run.workflowId} waits">
            <h2><a href="/ui/run/${run.runId}">${run.workflowId}</a> · ${run.interrupt.nodeId} ${badge(run.status)}</h2>
            <p class="quiet">${ago(run.since)} · <span class="mono">${short(run.runId)}</span></p>
            ${questionForm(run.interrupt, (value) => answer(run, value), may('approvals:respond'))}
          </section>`)}
      `,
      root,
    );
  }

  await look();
  const timer = window.setInterval(() => void (document.hidden ? null : look().catch(() => {})), AGAIN);
  return () => clearInterval(timer);
}
