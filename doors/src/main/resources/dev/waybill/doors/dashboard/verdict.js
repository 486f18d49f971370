// @ts-check
// A verdict in words: what holds, whether anything is missing and why, who signed, what others hold of it, and every
// finding with what to do.
import {html} from 'lit-html';
import {short} from './words.js';

const WORDS = {verified: 'Verified', incomplete: 'Incomplete', broken: 'Broken'};
const KINDS = {verified: 'good', incomplete: 'waits', broken: 'bad'};
const MEANS = {
  verified: 'Every signature is valid, and nothing was changed since it was signed.',
  incomplete: 'What is here is valid, but something that should be here is missing.',
  broken: 'Something was changed, forged or does not belong here. Do not rely on this.',
};
const UNREAD = 'No signature could be checked, so nothing is shown to be true or false.';

/** @param {any} report */
export function verdict(report) {
  const partial = report.verdict === 'verified' && report.completeness?.result !== 'complete';
  const kind = partial ? 'waits' : /** @type {Record<string, string>} */ (KINDS)[report.verdict];
  const reasons = report.completeness?.reasons ?? [];
  const findings = (report.findings ?? []).filter((/** @type {any} */ it) => it.severity !== 'info');
  const unread = report.verdict === 'incomplete' && report.counts?.receipts > 0 && report.counts?.valid === 0;
  const remarks = (report.findings ?? []).filter((/** @type {any} */ it) => it.severity === 'info');
  return html`
    <section class="card verdict ${kind}" aria-label="Verdict">
      <h2><span class="badge ${kind}">${/** @type {Record<string, string>} */ (WORDS)[report.verdict] ?? report.verdict}</span> ${report.headline}</h2>
      <p>${unread ? UNREAD : /** @type {Record<string, string>} */ (MEANS)[report.verdict] ?? ''} ${report.verdict === 'broken' ? '' : report.completeness?.result === 'complete' ? 'Nothing is missing.' : 'It is not known to be all:'}</p>
      ${reasons.length && report.verdict !== 'broken' ? html`<ul>${reasons.map((/** @type {any} */ it) => html`<li>${it.message ?? it}</li>`)}</ul>` : ''}
      ${report.evidence ? html`<p class="quiet">${report.evidence[0].toUpperCase()}${report.evidence.slice(1)}. ${report.keys_from === 'bundle' ? 'The keys came with it: they show that nothing was changed since it was signed, not who signed it.' : 'Judged by the keys of this host.'}</p>` : ''}
    </section>
    ${alike(findings).map(
      ({it, times}) => html`<section class="card pin"><h2>${it.code} <span class="quiet">${it.severity}${times > 1 ? `, ${times} times` : ''}</span></h2><p>${it.message}</p>${it.next ? html`<p class="quiet">Next: ${it.next}</p>` : ''}</section>`,
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
    <div class="halves">
      <section class="card"><h2>Who signed</h2>${signers(report.keys ?? [])}</section>
      <section class="card"><h2>What others hold</h2>${anchoring(report.anchoring ?? {})}</section>
    </div>
    ${remarks.length ? html`<details class="card"><summary>${remarks.length === 1 ? 'One remark' : `${remarks.length} remarks`}</summary><ul>${remarks.map((/** @type {any} */ it) => html`<li>${it.message}${it.next ? html` <span class="quiet">${it.next}</span>` : ''}</li>`)}</ul></details>` : ''}
  `;
}

/** What is said of many receipts in the same words is shown once, with their number. */
function alike(/** @type {any[]} */ findings) {
  const groups = new Map();
  for (const it of findings) {
    const words = JSON.stringify([it.code, it.severity, it.message]);
    groups.set(words, {it, times: (groups.get(words)?.times ?? 0) + 1});
  }
  return [...groups.values()];
}

function signers(/** @type {any[]} */ keys) {
  return keys.length
    ? html`<dl class="facts">${keys.map((it) => html`<dt>${it.receipts} receipts</dt><dd><span class="mono">${it.issuer}</span>${it.issuer_verified === false ? ' (not verified)' : ''}<br><span class="quiet small">key <span class="mono">${it.kid}</span></span><br><span class="quiet small">thumbprint <span class="mono">${short(it.thumbprint ?? '')}</span></span></dd>`)}</dl>`
    : html`<p class="quiet">No signature could be checked.</p>`;
}

/** Without anchors the holder of the key could still make another history; that is said, too. */
function anchoring(/** @type {{anchors?: any[], key_holder_can?: string[], anybody_can?: boolean}} */ {anchors = [], key_holder_can: can = [], anybody_can: anybody}) {
  return html`
    ${anchors.length
      ? html`<ul>${anchors.map((it) => html`<li>${it.by} <span class="quiet">${it.how}, ${it.receipts} receipts${it.ended ? ' and the end' : ''}${it.at ? `, ${it.at}` : ''}</span></li>`)}</ul>`
      : html`<p>Nobody else holds anything of it: it was not anchored.</p>`}
    ${can.length ? html`<p class="quiet small">${anybody ? 'Anybody, with keys of their own,' : 'The holder of the key'} could still:</p><ul class="quiet small">${can.map((it) => html`<li>${it}</li>`)}</ul>` : ''}
  `;
}
