// @ts-check
// Two runs side by side: where they part first, what was expected and what was found, and how they end up differently.
import {html, render} from 'lit-html';
import {get} from './api.js';
import {go} from './go.js';
import {json, short} from './words.js';

const MOST = 200;

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  document.title = 'Compare · Waybill';
  const [a = '', b = ''] = place.path;
  const found = a && b ? await get(`/v1/runs/${encodeURIComponent(a)}:diff?against=${encodeURIComponent(b)}`) : null;
  const diffs = found?.eventDiffs ?? [];
  const changed = Object.entries(found?.stateDiff ?? {});
  render(
    html`
      <h1>Compare two runs</h1>
      <form class="bar" @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
        go(`/ui/compare/${String(form.get('a')).trim()}/${String(form.get('b')).trim()}`);
      }}>
        <label>One run<input name="a" class="mono" required .value=${a}></label>
        <label>Another run<input name="b" class="mono" required .value=${b}></label>
        <button class="main">Compare</button>
      </form>
      ${found === null ? '' : diffs.length === 0
        ? html`<section class="card verdict good"><h2>The same</h2><p>No event differs.</p></section>`
        : html`
          <section class="card pin"><h2>They part at event ${found.divergedAtSeq}</h2><p>${diffs.length}${found.truncated ? ' or more' : ''} events differ.</p></section>
          ${pair(diffs[0], a, b)}
          <details><summary>All ${diffs.length} differences</summary>
            <div class="table"><table><thead><tr><th>Event</th><th>What</th><th>${short(a)}</th><th>${short(b)}</th></tr></thead><tbody>
              ${diffs.slice(0, MOST).map((/** @type {any} */ it) => html`<tr><td>${it.seq}</td><td>${it.op}</td><td>${it.aEvent?.type ?? '–'} ${it.aEvent?.nodeId ?? ''}</td><td>${it.bEvent?.type ?? '–'} ${it.bEvent?.nodeId ?? ''}</td></tr>`)}
            </tbody></table></div>
          </details>`}
      ${changed.length ? html`<h2>How they stand differently</h2>${json(found.stateDiff)}` : ''}
    `,
    root,
  );
}

/** @param {any} diff @param {string} a @param {string} b */
function pair(diff, a, b) {
  return html`<div class="halves">
    <section><h2><a class="mono" href="/ui/run/${a}">${short(a)}</a></h2>${diff.aEvent ? json(diff.aEvent) : html`<p class="quiet">has nothing here</p>`}</section>
    <section><h2><a class="mono" href="/ui/run/${b}">${short(b)}</a></h2>${diff.bEvent ? json(diff.bEvent) : html`<p class="quiet">has nothing here</p>`}</section>
  </div>`;
}
