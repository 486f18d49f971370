// @ts-check
// Who signed for a step, by which key, and whether that holds.
import {html} from 'lit-html';
import {short} from './words.js';

/** @param {any} step */
export function signed(step) {
  const receipts = step.receipts ?? [];
  if (!receipts.length) {
    return html`<section class="part"><h3>Receipts</h3><p class="quiet">${step.receiptsIssued ? 'Nothing of this step is signed for yet.' : 'This run issues no receipts.'}</p></section>`;
  }
  return html`<section class="part"><h3>${receipts.length === 1 ? 'Receipt' : `${receipts.length} receipts`}</h3>
    ${receipts.map((/** @type {any} */ it) => html`<details class="receipt">
      <summary><span class="badge ${it.verified ? 'good' : 'bad'}">${it.verified ? 'signature holds' : 'does not hold'}</span> <span class="quiet">event ${it.sequence}, key ${short(it.kid ?? 'unreadable')}</span></summary>
      <dl class="facts">
        <dt>Issuer</dt><dd class="mono">${it.issuer ?? 'unreadable'}</dd>
        <dt>Key</dt><dd class="mono">${it.kid ?? 'unreadable'}</dd>
        <dt>Reference</dt><dd class="mono">${it.ref}</dd>
        <dt>Signed</dt><dd>${it.issuedAt ? new Date(it.issuedAt).toLocaleString() : ''}</dd>
        ${it.verified ? '' : html`<dt>Why not</dt><dd class="bad">${it.code}: ${it.message}</dd>`}
      </dl>
    </details>`)}
    <p class="quiet">Judged by the keys of this host. The <a href="/ui/proof/${step.runId}">proof</a> says whether anything is missing.</p>
  </section>`;
}
