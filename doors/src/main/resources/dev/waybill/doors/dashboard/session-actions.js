// @ts-check
// What somebody may do with a session: its open run can be paused, resumed and cancelled; whatever it did can be proven
// and compared.
import {html} from 'lit-html';
import {controls} from './run-actions.js';

/** @param {any} run */
export const sessionActions = (run) => html`<div class="pair">
  ${controls(run, 'The agent cannot go on with it. Going back to an earlier place begins a fork.')}
  <a href="/ui/proof/${run.runId}">Proof</a>
  <a href="/ui/run/${run.runId}?tab=events">Events</a>
  ${run.forkedFrom?.runId ? html`<a href="/ui/compare/${run.forkedFrom.runId}/${run.runId}">Compare with its source</a>` : ''}
</div>`;
