// @ts-check
// One difference between two logs: both events, and which of their members differ.
import {html} from 'lit-html';

/** What every run makes up for itself. */
const OWN = new Set(['eventId', 'runId', 'timestamp', 'causationId', 'sequence', 'observedAt']);

/** @typedef {{seq: number, op: string, aEvent?: any, bEvent?: any}} Diff */

/** The places in which two values differ. @param {any} a @param {any} b @param {string} at @returns {{at: string, a: any, b: any}[]} */
export function differences(a, b, at = '') {
  if (JSON.stringify(a) === JSON.stringify(b)) return [];
  const both = a && b && typeof a === 'object' && typeof b === 'object' && Array.isArray(a) === Array.isArray(b);
  if (!both) return [{at: at || 'the whole', a, b}];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((name) => at || !(OWN.has(name) || name.startsWith('_ewp')))
    .flatMap((name) => differences(a[name], b[name], at ? `${at}.${name}` : name));
}

/** @param {any} value */
const text = (value) => (value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** @param {Diff} diff @param {boolean} first */
export function parting(diff, first) {
  const {aEvent: a, bEvent: b} = diff;
  const found = a && b ? differences(a, b) : [];
  return html`<section id="parting" class="card"><h2>${first ? 'First divergence' : 'Divergence'}: event ${diff.seq}</h2>
    ${a && b
      ? html`<p>${a.type === b.type ? html`Both have <code>${a.type}</code>${a.nodeId ? html` of <code>${a.nodeId}</code>` : ''}, and it says something else.` : html`One has <code>${a.type}</code>, the other <code>${b.type}</code>.`}</p>
        <div class="table"><table><thead><tr><th>Where</th><th>Expected</th><th>Actual</th></tr></thead><tbody>
          ${found.slice(0, 50).map((it) => html`<tr><td class="mono">${it.at}</td><td class="wide"><pre class="json" tabindex="0">${text(it.a)}</pre></td><td class="wide"><pre class="json differs" tabindex="0">${text(it.b)}</pre></td></tr>`)}
        </tbody></table></div>`
      : html`<p>Only ${a ? 'the first' : 'the second'} run has this event: <code>${(a ?? b)?.type}</code> ${(a ?? b)?.nodeId ?? ''}.</p>`}
    <details><summary>Both events, whole</summary><div class="halves">
      <pre class="json" tabindex="0">${a ? JSON.stringify(a, null, 2) : 'has nothing here'}</pre>
      <pre class="json" tabindex="0">${b ? JSON.stringify(b, null, 2) : 'has nothing here'}</pre>
    </div></details>
  </section>`;
}

/** @param {Diff} diff @param {{current: boolean, index: number, tab: number, chosen: () => void}} row */
export function sides(diff, {current, index, tab, chosen}) {
  const name = (/** @type {any} */ event) => (event ? html`${event.type} <span class="quiet">${event.nodeId ?? ''}</span>` : html`<span class="quiet">–</span>`);
  return html`<button class="pairs" data-row=${index} tabindex=${tab} aria-current=${current} @click=${chosen}><span class="mono quiet">${diff.seq}</span><span>${name(diff.aEvent)}</span><span>${name(diff.bEvent)}</span></button>`;
}
