// @ts-check
// What somebody may do with a session: its open run can be paused, resumed and cancelled; whatever it did can be proven
// and compared.
import {html} from 'lit-html';
import {may, post} from './api.js';
import {notice} from './notice.js';

const OVER = new Set(['completed', 'failed', 'cancelled', 'cancelling']);

/** @param {() => void} redraw */
export function sessionActions(redraw) {
  let asked = '';
  const act = (/** @type {string} */ path, /** @type {unknown} */ body, /** @type {string} */ said) => async () => {
    asked = '';
    try {
      await post(path, body);
      notice(said);
    } catch (refused) {
      notice(/** @type {Error} */ (refused).message);
    }
    redraw();
  };
  const ask = (/** @type {string} */ what) => () => {
    asked = what;
    redraw();
  };

  /** @param {any} run */
  function controls(run) {
    const path = `/v1/runs/${encodeURIComponent(run.runId)}`;
    if (OVER.has(run.status) || !may('runs:cancel')) return '';
    if (asked === run.runId) {
      return html`<span role="alertdialog" aria-label="Cancel this run?" class="pair">Cancel this run? The agent cannot go on with it; going back to an earlier place begins a fork.
        <button class="danger" @click=${act(`${path}/cancel`, {reason: 'cancelled on the dashboard'}, 'Cancelled.')}>Cancel the run</button>
        <button @click=${ask('')}>Leave it</button></span>`;
    }
    return html`
      ${run.status === 'paused'
        ? html`<button @click=${act(`${path}:resume`, {}, 'Resumed.')}>Resume</button>`
        : html`<button @click=${act(`${path}:pause`, {}, 'Paused.')}>Pause</button>`}
      <button class="danger" @click=${ask(run.runId)}>Cancel …</button>
    `;
  }

  /** @param {any} run */
  return (run) => html`<div class="pair">
    ${controls(run)}
    <a href="/ui/proof/${run.runId}">Proof</a>
    <a href="/ui/run/${run.runId}?tab=events">Events</a>
    ${run.forkedFrom?.runId ? html`<a href="/ui/compare/${run.forkedFrom.runId}/${run.runId}">Compare with its source</a>` : ''}
  </div>`;
}
