// @ts-check
// What somebody may do with a run. Whatever cannot be taken back asks once more, and says first what it will do.
import {html} from 'lit-html';
import {may, post} from './api.js';
import {notice} from './notice.js';
import {inWords} from './refused.js';
import {sure} from './run-dialog.js';

const OVER = new Set(['completed', 'failed', 'cancelled']);

/** @param {any} run @param {() => void} fork */
export function runActions(run, fork) {
  const path = `/v1/runs/${encodeURIComponent(run.runId)}`;
  const over = OVER.has(run.status);
  const act = (/** @type {string} */ verb, /** @type {unknown} */ body, /** @type {string} */ said) => async () => {
    try {
      await post(path + verb, body);
      notice(said);
    } catch (refused) {
      notice(inWords(refused));
    }
  };
  const cancel = () => sure('Cancel this run?', 'Running steps are stopped, and child runs with it. A cancelled run stays cancelled.', 'Cancel the run', act('/cancel', {reason: 'cancelled on the dashboard'}, 'Cancelled.'));
  return html`
    <div class="pair">
      ${over || !may('runs:cancel') ? '' : run.status === 'paused'
        ? html`<button @click=${act(':resume', {}, 'Resumed.')}>Resume</button>`
        : html`<button @click=${act(':pause', {}, 'Paused.')}>Pause</button>`}
      ${over || !may('runs:cancel') ? '' : html`<button class="danger" @click=${cancel}>Cancel …</button>`}
      ${may('runs:create') ? html`<button @click=${fork}>Fork …</button>` : ''}
      <a href="/ui/proof/${run.runId}">Proof</a>
      ${run.sourceRunId ? html`<a href="/ui/compare/${run.sourceRunId}/${run.runId}">Compare with its source</a>` : ''}
    </div>
  `;
}
