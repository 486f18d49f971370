// @ts-check
// What somebody may do with a run. Whatever cannot be taken back asks once more, and says first what it will do.
import {html} from 'lit-html';
import {may, post} from './api.js';
import {go} from './go.js';
import {notice} from './notice.js';

const OVER = new Set(['completed', 'failed', 'cancelled']);

/** @param {any} run @param {import('./steps.js').Steps} steps */
export function runActions(run, steps) {
  const path = `/v1/runs/${encodeURIComponent(run.runId)}`;
  const over = OVER.has(run.status);
  const act = (/** @type {string} */ verb, /** @type {unknown} */ body, /** @type {string} */ said) => async () => {
    try {
      await post(path + verb, body);
      notice(said);
    } catch (refused) {
      notice(/** @type {Error} */ (refused).message);
    }
  };
  return html`
    <div class="pair">
      ${over || !may('runs:cancel') ? '' : run.status === 'paused'
        ? html`<button @click=${act(':resume', {}, 'Resumed.')}>Resume</button>`
        : html`<button @click=${act(':pause', {}, 'Paused.')}>Pause</button>`}
      ${over || !may('runs:cancel') ? '' : html`<button class="danger" @click=${sure('Cancel this run?', 'Running steps are stopped, and child runs with it. A cancelled run stays cancelled.', 'Cancel the run', act('/cancel', {reason: 'cancelled on the dashboard'}, 'Cancelled.'))}>Cancel …</button>`}
      ${may('runs:create') ? html`<button @click=${() => forkDialog(run, steps, path)}>Fork …</button>` : ''}
      <a href="/ui/proof/${run.runId}">Proof</a>
      ${run.sourceRunId ? html`<a href="/ui/compare/${run.sourceRunId}/${run.runId}">Compare with its source</a>` : ''}
    </div>
  `;
}

/** @param {string} title @param {string} text @param {string} yes @param {() => void} then */
function sure(title, text, yes, then) {
  return () => {
    const dialog = fresh();
    const heading = element('h2', title);
    const pair = element('div', '');
    pair.className = 'pair';
    const confirm = element('button', yes);
    confirm.className = 'danger';
    confirm.addEventListener('click', () => {
      dialog.close();
      then();
    });
    const keep = element('button', 'Leave it');
    keep.addEventListener('click', () => dialog.close());
    pair.append(confirm, keep);
    dialog.append(heading, element('p', text), pair);
    dialog.showModal();
    keep.focus();
  };
}

/** @param {any} run @param {import('./steps.js').Steps} steps @param {string} path */
function forkDialog(run, steps, path) {
  const dialog = fresh();
  const last = run.lastEventSeq ?? 0;
  const form = /** @type {HTMLFormElement} */ (element('form', ''));
  const mode = select('mode', [['branch', 'Branch: go on differently from here'], ['replay', 'Replay: repeat what is recorded']]);
  const from = /** @type {HTMLInputElement} */ (element('input', ''));
  Object.assign(from, {name: 'from', type: 'number', min: '0', max: String(last + 1), value: String(last)});
  const values = /** @type {HTMLTextAreaElement} */ (element('textarea', ''));
  Object.assign(values, {name: 'values', rows: 5, value: JSON.stringify(run.variables ?? {}, null, 2)});
  const effect = element('p', '');
  effect.className = 'quiet';
  const tell = () => {
    const again = steps.rows.filter((row) => row.node !== 'run' && row.began.sequence >= Number(from.value)).length;
    const replay = mode.value === 'replay';
    values.disabled = replay;
    effect.textContent = replay
      ? `${again} steps are repeated from what was recorded; nothing outside is asked or changed.`
      : `${again} steps run again for real. What came before event ${from.value} is shared with this run, which stays as it is.`;
  };
  mode.addEventListener('change', tell);
  from.addEventListener('input', tell);
  const pair = element('div', '');
  pair.className = 'pair';
  const fork = element('button', 'Fork');
  fork.className = 'main';
  const keep = /** @type {HTMLButtonElement} */ (element('button', 'Leave it'));
  keep.type = 'button';
  keep.addEventListener('click', () => dialog.close());
  pair.append(fork, keep);
  form.append(element('h2', 'Fork this run'), label('Kind', mode), label('From event', from), label('Variables of the branch (JSON)', values), effect, pair);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const body = mode.value === 'replay' ? {mode: 'replay', fromSeq: Number(from.value)} : {mode: 'branch', fromSeq: Number(from.value), runOptionsOverlay: {variables: changed(run.variables ?? {}, JSON.parse(values.value))}};
      const made = await post(`${path}:fork`, body);
      dialog.close();
      go(`/ui/run/${made.runId}`);
    } catch (problem) {
      effect.textContent = /** @type {Error} */ (problem).message;
      effect.className = 'bad';
    }
  });
  tell();
  dialog.append(form);
  dialog.showModal();
}

/** Only what somebody edited; the rest stays as it was at that event. @param {Record<string, unknown>} before @param {Record<string, unknown>} after */
const changed = (before, after) => Object.fromEntries(Object.entries(after).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)));

function fresh() {
  const dialog = document.createElement('dialog');
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  return dialog;
}

/** @param {string} name @param {string} text */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** @param {string} text @param {HTMLElement} field */
function label(text, field) {
  const made = element('label', text);
  made.append(field);
  return made;
}

/** @param {string} name @param {string[][]} options */
function select(name, options) {
  const made = /** @type {HTMLSelectElement} */ (element('select', ''));
  made.name = name;
  for (const [value, text] of options) made.append(new Option(text, value));
  return made;
}
