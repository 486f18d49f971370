// @ts-check
// How two runs stand differently: status, variables, outputs, what their nodes did last, errors.
import {html} from 'lit-html';
import {differences} from './compare-parts.js';
import {short} from './words.js';

const GROUPS = [['outputs', 'Outputs'], ['variables', 'Variables'], ['nodes', 'Steps']];
const LONE = [['status', 'Status'], ['error', 'Error']];

/** @param {any} value */
const shown = (value) => (value === null || value === undefined ? html`<span class="quiet">nothing</span>` : html`<pre class="json" tabindex="0">${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>`);

/** @param {any} diff @param {string} a @param {string} b */
export function stateDifferences(diff, a, b) {
  const rows = [
    ...LONE.filter(([name]) => diff[name]).map(([name, title]) => [title, '', diff[name]]),
    // Of what both have, only the members that differ.
    ...GROUPS.flatMap(([name, title]) => Object.entries(diff[name] ?? {}).flatMap(([key, values]) => {
      const inside = values.a && values.b ? differences(values.a, values.b, key) : [];
      return inside.length ? inside.map((it) => [title, it.at, it]) : [[title, key, values]];
    })),
  ];
  if (!rows.length) return html`<section class="card"><h2>State and output</h2><p class="quiet">They stand alike: status, variables and outputs are the same.</p></section>`;
  return html`<h2>How they stand differently</h2>
    <div class="table"><table id="state"><thead><tr><th>What</th><th>${short(a)}</th><th>${short(b)}</th></tr></thead><tbody>
      ${rows.map(([title, key, values]) => html`<tr><td><span class="quiet">${title}</span>${key ? html`<br><code>${key}</code>` : ''}</td><td class="wide">${shown(values.a)}</td><td class="wide">${shown(values.b)}</td></tr>`)}
    </tbody></table></div>`;
}
