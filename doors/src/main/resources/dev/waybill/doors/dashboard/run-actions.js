// @ts-check
// What somebody may do with a run. Whatever cannot be taken back asks once more, and says first what it will do.
import {html} from 'lit-html';
import {may, post} from './api.js';
import {notice} from './notice.js';
import {inWords} from './refused.js';
import {sure} from './run-dialog.js';

const OVER = new Set(['completed', 'failed', 'cancelled', 'cancelling']);

/** Pause, resume, cancel. @param {any} run @param {string} warning what a cancel means */
export function controls(run, warning) {
  if (OVER.has(run.status) || !may('runs:cancel')) return '';
  const act = (/** @type {string} */ verb, /** @type {unknown} */ body, /** @type {string} */ said) => async () => {
    try {
      await post(`/v1/runs/${encodeURIComponent(run.runId)}${verb}`, body);
      notice(said);
    } catch (refused) {
      notice(inWords(refused));
    }
  };
  const cancel = () => sure('Cancel this run?', warning, 'Cancel the run', act('/cancel', {reason: 'cancelled on the dashboard'}, 'Cancelled.'));
  return html`
    ${run.status === 'paused' || run.pausing ? html`<button @click=${act(':resume', {}, 'Resumed.')}>Resume</button>` : html`<button @click=${act(':pause', {}, 'Paused.')}>Pause</button>`}
    <button class="danger" @click=${cancel}>Cancel …</button>
  `;
}

/** @param {any} run @param {() => void} fork */
export const runActions = (run, fork) => html`<div class="pair">
  ${controls(run, 'Running steps are stopped, and child runs with it. A cancelled run stays cancelled.')}
  ${may('runs:create') ? html`<button @click=${fork}>Fork …</button>` : ''}
  <a href="/ui/proof/${run.runId}">Proof</a>
  ${run.sourceRunId ? html`<a href="/ui/compare/${run.sourceRunId}/${run.runId}">Compare with its source</a>` : ''}
</div>`;
