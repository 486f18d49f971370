// @ts-check
// Going back: a replay repeats what is recorded and touches nothing, a branch goes on for real, with other values if
// somebody edits them. Before anything happens, the host says what would be done again and what that cost the first time.
import {html, render} from 'lit-html';
import {get, post} from './api.js';
import {dialog} from './run-dialog.js';
import {go} from './go.js';
import {inWords} from './refused.js';
import {dollars} from './run-model.js';

/** @typedef {import('./live.js').RunEvent} RunEvent */

const many = (/** @type {number} */ count, /** @type {string} */ one, /** @type {string} */ more) => `${count} ${count === 1 ? one : more}`;

/** The variables as they stood before an event: what changed since, taken back. @param {Record<string, unknown>} now @param {RunEvent[]} events @param {number} before */
export function valuesBefore(now, events, before) {
  const values = {...now};
  for (let index = events.length - 1; index >= 0 && events[index].sequence >= before; index--) {
    const {type, payload} = events[index];
    if (type !== 'variable.changed') continue;
    if (payload.previous === undefined) delete values[payload.name];
    else values[payload.name] = payload.previous;
  }
  return values;
}

/**
 * @param {any} run its snapshot
 * @param {RunEvent[]} events
 * @param {{from: number, title: string, retry: boolean}} place
 */
export function rewind(run, events, place) {
  const path = `/v1/runs/${encodeURIComponent(run.runId)}`;
  // A snapshot has the channels among the variables too, and a branch cannot set those.
  const channels = run.channels ?? {};
  const own = Object.fromEntries(Object.entries(run.variables ?? {}).filter(([name]) => !(name in channels)));
  let mode = 'branch';
  let from = place.from;
  /** @type {Record<string, unknown>} */
  let before = {};
  /** @type {Map<string, string>} what somebody typed, by variable */
  const edits = new Map();
  /** @type {any} */
  let again;
  let problem = '';
  let busy = false;
  const box = dialog();

  async function look() {
    before = valuesBefore(own, events, from);
    again = undefined;
    problem = '';
    draw();
    const mine = from;
    try {
      const found = await get(`/v1/host/waybill/runs/${encodeURIComponent(run.runId)}/fork-preview?fromSeq=${from}`);
      if (mine === from) again = found;
    } catch (refused) {
      if (mine === from) problem = inWords(refused);
    }
    draw();
  }

  function edited() {
    /** @type {Record<string, unknown>} */
    const values = {};
    for (const [name, text] of edits) {
      if (text === shown(before[name])) continue;
      try {
        values[name] = JSON.parse(text);
      } catch {
        throw new Error(`${name}: this is not JSON. Text needs double quotes: "yes"`);
      }
    }
    return values;
  }

  async function act() {
    if (busy) return;
    busy = true;
    problem = '';
    draw();
    try {
      const variables = mode === 'branch' ? edited() : {};
      const body = mode === 'replay' ? {mode, fromSeq: from} : {mode, fromSeq: from, ...(Object.keys(variables).length ? {runOptionsOverlay: {variables}} : {})};
      const made = await post(`${path}:fork`, body);
      box.close();
      go(`/ui/run/${made.runId}`);
    } catch (refused) {
      busy = false;
      problem = inWords(refused);
      draw();
    }
  }

  const pick = (/** @type {string} */ value, /** @type {string} */ title, /** @type {string} */ text) => html`
    <label class="choice"><input type="radio" name="mode" value=${value} .checked=${mode === value} @change=${() => {
      mode = value;
      draw();
    }}><span><strong>${title}</strong><br><span class="quiet">${text}</span></span></label>`;

  function draw() {
    const names = Object.keys(before);
    render(
      html`<form @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        void act();
      }}>
        <h2>${place.retry ? `Retry from ${place.title}` : place.title ? `Fork at ${place.title}` : 'Fork this run'}</h2>
        ${place.retry ? '' : html`
          ${pick('branch', 'Branch', 'Goes on from here for real, with other values if you like. This run stays as it is.')}
          ${pick('replay', 'Replay', 'Repeats what is recorded. Nobody outside is asked, nothing is changed.')}
          <label>From event<input name="from" type="number" min="0" max=${(run.lastEventSeq ?? 0) + 1} .value=${String(from)} @change=${(/** @type {Event} */ event) => {
            from = Number(/** @type {HTMLInputElement} */ (event.target).value);
            void look();
          }}></label>`}
        ${mode === 'branch' && names.length ? html`<details ?open=${!place.retry}><summary>Values as they stood before event ${from}</summary>
          ${names.map((name) => html`<label>${name}<textarea class="mono" name="value-${name}" rows=${Math.min(8, shown(before[name]).split('\n').length)} .value=${edits.get(name) ?? shown(before[name])} @input=${(/** @type {Event} */ event) => edits.set(name, /** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea></label>`)}
        </details>` : ''}
        ${what()}
        ${problem ? html`<p role="alert" class="bad">${problem}</p>` : ''}
        <div class="pair">
          <button class="main" ?disabled=${!again}>${mode === 'replay' ? 'Replay it' : place.retry ? 'Retry' : 'Branch'}</button>
          <button type="button" @click=${() => box.close()}>Leave it</button>
        </div>
      </form>`,
      box,
    );
  }

  /** What will be done again, before it is. */
  function what() {
    if (!again) return html`<p class="quiet" role="status">Looking what would be repeated …</p>`;
    const parts = [many(again.steps, 'step', 'steps')];
    if (again.childRuns) parts.push(many(again.childRuns, 'child run', 'child runs'));
    if (again.toolCalls) parts.push(many(again.toolCalls, 'tool call', 'tool calls'));
    if (again.questions) parts.push(many(again.questions, 'question to a person', 'questions to people'));
    const spent = again.modelCalls ? `${many(again.modelCalls, 'model call', 'model calls')}, ${again.inputTokens + again.outputTokens} tokens${again.costEstimateUsd === undefined ? ', no price known' : `, ${dollars(again.costEstimateUsd)}`}` : 'no model calls';
    return html`<div class="cost" role="status">
      ${mode === 'replay'
        ? html`<p><strong>${parts.join(', ')}</strong> repeated from the record. It costs nothing.</p>`
        : html`<p><strong>${parts.join(', ')}</strong> will run again, for real.</p><p>The first time that took <strong>${spent}</strong>.${again.truncated ? ' There is more than was counted.' : ''}</p>`}
      ${again.nodes.length ? html`<p class="quiet">${again.nodes.slice(0, 12).join(', ')}${again.nodes.length > 12 ? ` and ${again.nodes.length - 12} more` : ''}</p>` : ''}
    </div>`;
  }

  draw();
  box.showModal();
  void look();
}

/** @param {unknown} value */
const shown = (value) => JSON.stringify(value, null, 2) ?? 'null';
