// @ts-check
// What a step could see when it began: the memory and the files of that moment, whatever was written since. Asked for
// when somebody opens it.
import {html} from 'lit-html';
import {until} from 'lit-html/directives/until.js';
import {get, may} from './api.js';
import {inWords} from './refused.js';

/** @type {Map<string, Promise<unknown>>} */
const asked = new Map();

/** @param {string} address @param {(answer: any) => unknown} view */
function once(address, view) {
  let answer = asked.get(address);
  if (!answer) {
    answer = get(address).then(view, (refused) => html`<p class="bad">${inWords(refused)}</p>`);
    asked.set(address, answer);
  }
  return answer;
}

/** @param {string} run @param {import('./steps.js').Row} row @param {() => void} redraw @param {Set<string>} opened */
export function seen(run, row, redraw, opened) {
  if (row.node === 'run' || !may('workspace:read')) return '';
  const base = `/v1/host/waybill/runs/${encodeURIComponent(run)}`;
  const before = row.began.sequence + 1;
  const lazily = (/** @type {string} */ title, /** @type {string} */ key, /** @type {() => Promise<unknown>} */ view) => html`
    <details @toggle=${(/** @type {Event} */ event) => {
      if (/** @type {HTMLDetailsElement} */ (event.target).open && !opened.has(key)) {
        opened.add(key);
        redraw();
      }
    }}><summary>${title}</summary>${opened.has(key) ? until(view(), html`<p class="quiet">Loading …</p>`) : ''}</details>`;
  const key = `${run}/${before}`;
  return html`<section class="part"><h3>As it saw the world</h3>
    ${lazily('Memory', `m${key}`, () => once(`${base}/memory?before=${before}`, (answer) => memory(answer.entries)))}
    ${lazily('Workspace', `w${key}`, () => once(`${base}/workspace?before=${before}`, (answer) => files(base, before, answer.files)))}
  </section>`;
}

/** @param {any[]} entries */
function memory(entries) {
  if (!entries.length) return html`<p class="quiet">Nothing was remembered then.</p>`;
  return html`<ul class="plainlist">${entries.slice(0, 100).map((it) => html`<li><span class="mono">${it.memoryRef}</span> <span class="quiet">${it.tags?.join(', ')}</span><p class="words">${it.content}</p></li>`)}</ul>`;
}

/** @param {string} base @param {number} before @param {any[]} all */
function files(base, before, all) {
  if (!all.length) return html`<p class="quiet">It saw no files.</p>`;
  return html`<ul class="plainlist">${all.slice(0, 100).map((it) => html`<li><details @toggle=${async (/** @type {Event} */ event) => {
    const place = /** @type {HTMLElement} */ (event.target).querySelector('pre');
    if (!place || place.textContent) return;
    try {
      place.textContent = (await get(`${base}/workspace?before=${before}&path=${encodeURIComponent(it.path)}`)).files[0]?.content ?? '';
    } catch (refused) {
      place.textContent = inWords(refused);
    }
  }}><summary><span class="mono">${it.path}</span> <span class="quiet">version ${it.version}</span></summary><pre class="json" tabindex="0"></pre></details></li>`)}</ul>`;
}
