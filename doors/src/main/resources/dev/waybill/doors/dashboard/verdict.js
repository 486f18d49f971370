// @ts-check
// A verdict in words: what holds, whether anything is missing and why, who signed, and every finding with what to do.
import {html} from 'lit-html';
import {short} from './words.js';

const WORDS = {verified: 'Verified', incomplete: 'Incomplete', broken: 'Broken'};
const KINDS = {verified: 'good', incomplete: 'waits', broken: 'bad'};

/** @param {any} report */
export function verdict(report) {
  const partial = report.verdict === 'verified' && report.completeness?.result !== 'complete';
  const kind = partial ? 'waits' : /** @type {Record<string, string>} */ (KINDS)[report.verdict];
  const reasons = report.completeness?.reasons ?? [];
  const findings = (report.findings ?? []).filter((/** @type {any} */ it) => it.severity !== 'info');
  const remarks = (report.findings ?? []).filter((/** @type {any} */ it) => it.severity === 'info');
  return html`
    <section class="card verdict ${kind}" aria-label="Verdict">
      <h2><span class="badge ${kind}">${/** @type {Record<string, string>} */ (WORDS)[report.verdict] ?? report.verdict}</span> ${report.headline}</h2>
      ${reasons.length ? html`<ul>${reasons.map((/** @type {any} */ it) => html`<li>${it.message ?? it}</li>`)}</ul>` : ''}
      ${report.evidence ? html`<p class="quiet">${report.evidence}. ${report.keys_from === 'bundle' ? 'The keys came with it: they show that nothing was changed since it was signed, not who signed it.' : 'Judged by the keys of this host.'}</p>` : ''}
    </section>
    ${findings.map(
      (/** @type {any} */ it) => html`<section class="card pin"><h2>${it.code} <span class="quiet">${it.severity}</span></h2><p>${it.message}</p>${it.next ? html`<p class="quiet">Next: ${it.next}</p>` : ''}</section>`,
    )}
    <div class="table">
      <table>
        <caption class="quiet">Workflows in this proof</caption>
        <thead><tr><th>Workflow</th><th>Receipts</th><th>Status</th><th>Order</th><th class="hide-small">Set</th></tr></thead>
        <tbody>
          ${(report.workflows ?? []).map((/** @type {any} */ it) => html`<tr><td class="mono">${short(it.workflow_id ?? '')}</td><td>${it.receipts}</td><td>${it.status ?? 'open'}</td><td>${it.order ?? ''}</td><td class="hide-small">${it.complete ? 'complete' : 'partial'}</td></tr>`)}
        </tbody>
      </table>
    </div>
    <h2>Who signed</h2>
    <dl class="facts card">${(report.keys ?? []).map((/** @type {any} */ it) => html`<dt>${it.receipts} receipts</dt><dd><span class="mono">${it.issuer}</span><br><span class="quiet">key ${it.kid}</span></dd>`)}</dl>
    ${remarks.length ? html`<details><summary>${remarks.length === 1 ? 'One remark' : `${remarks.length} remarks`}</summary><ul>${remarks.map((/** @type {any} */ it) => html`<li>${it.message}</li>`)}</ul></details>` : ''}
  `;
}
