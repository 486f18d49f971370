// @ts-check
// What became of an answer: who gave it, and what was signed for it. Or that somebody else was first, and who.
import {html} from 'lit-html';
import {get, Refused} from './api.js';
import {short} from './words.js';

const WORDS = {accept: 'Accepted', reject: 'Rejected', refine: 'Changes were asked for', ask: 'Asked back', pending: 'Your vote counts; more are needed'};

/** @typedef {{said: string, by?: string, receipt?: {ref: string, issuer: string}, late?: boolean}} Answered */

/** @param {string} run @param {any} interrupt what the host says of the answered question @returns {Promise<Answered>} */
export async function answeredWell(run, interrupt) {
  const outcome = interrupt?.outcome ?? 'resolved';
  return {
    said: /** @type {Record<string, string>} */ (WORDS)[outcome] ?? 'Answered',
    by: interrupt?.answeredBy,
    receipt: outcome === 'pending' ? undefined : await receiptOf(run, interrupt?.nodeId, interrupt?.sequence ?? 0).catch(() => undefined),
  };
}

/** @param {unknown} refused @returns {Answered | null} null when the answer was refused for another reason */
export function tooLate(refused) {
  if (!(refused instanceof Refused)) return null;
  if (refused.code === 'interrupt_already_resolved') {
    const by = refused.details.answeredBy;
    return {said: by ? `${by} was first` : 'Somebody was first', late: true};
  }
  return [404, 410].includes(refused.status) ? {said: refused.message, late: true} : null;
}

/** The receipt of the step that the answer ended. It is signed a moment after the answer. */
async function receiptOf(/** @type {string} */ run, /** @type {string} */ node, /** @type {number} */ since) {
  for (let tries = 0; tries < 10; tries++) {
    const step = await get(`/v1/host/waybill/runs/${encodeURIComponent(run)}/steps/${encodeURIComponent(node)}`);
    const found = step.receipts?.find((/** @type {any} */ it) => it.sequence >= since);
    if (found || step.receiptsIssued === false) return found;
    await new Promise((done) => window.setTimeout(done, 150));
  }
  return undefined;
}

/** @param {string | undefined} run @param {Answered} it */
export const answeredLine = (run, it) => html`<p class="asked" role="status">${it.said}${it.by && !it.late ? html` by ${it.by}` : ''}</p>
  ${it.receipt ? html`<p class="quiet">Signed for: receipt <span class="mono">${short(it.receipt.ref)}</span> by <span class="mono">${it.receipt.issuer}</span>${run ? html` · <a href="/ui/proof/${run}">Proof</a>` : ''}</p>` : ''}
  ${it.late ? html`<p class="quiet">Your answer was not recorded.</p>` : ''}`;
