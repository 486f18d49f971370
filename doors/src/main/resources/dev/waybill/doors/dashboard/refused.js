// @ts-check
// A refusal in words: what happened, then what to do.
import {html} from 'lit-html';

/** @param {unknown} problem */
export function inWords(problem) {
  const refused = /** @type {{message?: string, details?: {next?: string}}} */ (problem);
  const next = refused.details?.next;
  return next ? `${refused.message}. ${next}`.replace('..', '.') : (refused.message ?? String(problem));
}

/** An error that a run has recorded. @param {{code: string, message: string, details?: any}} error @param {string} [next] */
export function errorCard(error, next) {
  const {next: said, ...details} = error.details ?? {};
  const advice = next ?? said;
  return html`
    <p><code class="bad">${error.code}</code> ${error.message}</p>
    ${advice ? html`<p class="next"><strong>What to do</strong> ${advice}</p>` : ''}
    ${Object.keys(details).length ? html`<details><summary>Details</summary><pre class="json" tabindex="0">${JSON.stringify(details, null, 2)}</pre></details>` : ''}
  `;
}
