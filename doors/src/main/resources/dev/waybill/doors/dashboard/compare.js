// @ts-check
// Two runs side by side: where they part first, what was expected and what was found, and how they end up differently.
import {html, render} from 'lit-html';
import {get} from './api.js';
import {go} from './go.js';
import {parting, sides} from './compare-parts.js';
import {stateDifferences} from './compare-state.js';
import {rowWindow} from './rows.js';
import {badge, short} from './words.js';

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  document.title = 'Compare · Waybill';
  const [a = '', b = ''] = place.path;
  const run = (/** @type {string} */ id) => `/v1/runs/${encodeURIComponent(id)}`;
  const [found, one, other] = a && b ? await Promise.all([get(`${run(a)}:diff?against=${encodeURIComponent(b)}`), get(run(a)), get(run(b))]) : [];
  const diffs = found?.eventDiffs ?? [];
  let chosen = diffs[0];
  /** @type {ReturnType<typeof rowWindow> | undefined} */
  let rows;

  function draw() {
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
          ${found ? html`<a href="/ui/compare/${b}/${a}">Swap sides</a>` : ''}
        </form>
        ${found ? html`<div class="halves">${[one, other].map((it) => html`<section class="card side"><h2><a href="/ui/run/${it.runId}">${it.workflowId}</a> ${badge(it.status, it.goalMet === false)}</h2>
          <p class="mono wrap">${it.runId}</p><p class="quiet">${it.mode ? `a ${it.mode} of ${short(it.sourceRunId)} from event ${it.fromSeq}` : 'started by itself'}, ${(it.lastEventSeq ?? -1) + 1} events</p></section>`)}</div>` : ''}
        ${!found ? html`<p class="quiet">Give the ids of two runs, or come here from a branch: its page has a link.</p>` : diffs.length === 0
          ? html`<section class="card verdict good"><h2>The same</h2><p>No event differs.</p></section>`
          : html`
            <section class="card verdict waits"><h2>They part at event ${found.divergedAtSeq}</h2><p>${found.divergedAtSeq === 0 ? 'They share nothing.' : `${found.divergedAtSeq === 1 ? 'The first event is' : `The first ${found.divergedAtSeq} events are`} the same.`} ${diffs.length}${found.truncated ? ' or more' : ''} ${diffs.length === 1 ? 'event differs' : 'events differ'}.</p></section>
            ${parting(chosen, chosen === diffs[0])}
            <h2>Side by side, from where they part</h2>
            <div id="sides" class="window" aria-label="Events that differ"></div>`}
        ${found ? stateDifferences(found.stateDiff ?? {}, a, b) : ''}
      `,
      root,
    );
  }

  draw();
  const list = /** @type {HTMLElement | null} */ (root.querySelector('#sides'));
  if (list) {
    rows = rowWindow(list, {
      count: () => diffs.length,
      at: (index) => diffs[index],
      key: (diff) => String(diff.seq),
      row: (diff, index, tab) => sides(diff, {current: diff === chosen, index, tab, chosen() {
        chosen = diff;
        draw();
        rows?.soon();
        root.querySelector('#parting')?.scrollIntoView({block: 'nearest'});
      }}),
      empty: 'Nothing differs.',
    });
    rows.soon();
  }
  return () => rows?.close();
}
