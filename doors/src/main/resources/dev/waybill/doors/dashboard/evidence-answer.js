// @ts-check
// An answer with its path and its gaps: what it rests on, record by record, and what nobody could say.
import {html} from 'lit-html';
import {json, short} from './words.js';

const KINDS = {STATED: 'good', DERIVED: 'good', CONFLICT: 'bad', UNKNOWN: 'waits', AMBIGUOUS: 'waits', NOT_FOUND: 'waits'};
const MOST = 200;

/** @param {any} answer @param {(one: string) => void} mean chooses one of several that a text could have meant */
export function evidenceAnswer(answer, mean) {
  const kind = /** @type {Record<string, string>} */ (KINDS)[answer.verdict] ?? 'off';
  const path = answer.path ?? [];
  const result = answer.result && Object.keys(answer.result).length ? answer.result : null;
  // What could have been meant stands there already, to be chosen.
  const gaps = (answer.gaps ?? []).filter((/** @type {any} */ it) => it.code !== 'SEVERAL_CANDIDATES');
  return html`
    <section class="card verdict ${kind}" tabindex="-1" aria-label="Answer">
      <h2><span class="badge ${kind}">${answer.verdict}</span> ${answer.headline}</h2>
      <p class="quiet">${answer.rule?.text ?? ''}</p>
      ${Array.isArray(result?.candidates) ? html`<ul>${result.candidates.map((/** @type {string} */ one) => html`<li><button class="plain mono" @click=${() => mean(one)}>${one}</button></li>`)}</ul>` : ''}
      ${result ? html`<details><summary>The answer for programs</summary>${json(result)}</details>` : ''}
    </section>
    ${gaps.length ? html`<section class="card ask" aria-label="Gaps"><h2>What nobody could say</h2><ul>${gaps.map((/** @type {any} */ it) => html`<li><span class="mono">${it.code}</span> ${it.message}</li>`)}</ul></section>` : ''}
    ${(answer.findings ?? []).map((/** @type {any} */ it) => html`<section class="card pin"><h2>${it.code} <span class="quiet">${it.severity}</span></h2><p>${it.message}</p>${it.next ? html`<p class="quiet">Next: ${it.next}</p>` : ''}</section>`)}
    ${path.length
      ? html`<h2>Path <span class="quiet">${path.length === 1 ? 'one record' : `${path.length} records`}${path.length > MOST ? `, the first ${MOST} shown` : ''}</span></h2>
        <div class="table"><table>
          <thead><tr><th>Record</th><th>What it is</th><th class="hide-small">When</th><th class="hide-small">Where it lies</th><th>Integrity</th></tr></thead>
          <tbody>${path.slice(0, MOST).map(line)}</tbody>
        </table></div>`
      : ''}
    <p class="quiet small">${answer.footer ?? ''}</p>
  `;
}

function line(/** @type {any} */ it) {
  const broken = it.integrity?.level === 'broken';
  return html`<tr>
    <td class="wide"><details><summary class="mono">${short(it.id)}</summary>${json(it.record)}</details></td>
    <td>${it.type}<br><span class="quiet small">${it.role}</span></td>
    <td class="hide-small quiet small">${it.time ?? ''}</td>
    <td class="wide hide-small mono">${it.place?.text ?? ''}</td>
    <td><span class="badge ${broken ? 'bad' : it.integrity?.level === 'unsigned' ? 'off' : 'good'}">${it.integrity?.detail || it.integrity?.level}</span></td>
  </tr>`;
}
