// @ts-check
// Everything that waits for a person, by kind and deadline, each with its form. The list follows the stream of changes; a
// question is asked for once. What was answered here stays until the page is left, with who answered and what was signed.
import {html, render} from 'lit-html';
import {repeat} from 'lit-html/directives/repeat.js';
import {answeredLine, answeredWell, tooLate} from './answered.js';
import {get, may, post} from './api.js';
import {followRuns} from './changes.js';
import {notice} from './notice.js';
import {approvers, questionForm, questionTitle, rememberedName, rememberName} from './question.js';
import {ago, short, until} from './words.js';

const WAITING = 'waiting-approval,waiting-input,waiting-external';
const KINDS = [
  ['', 'All'],
  ['approval', 'Approvals'],
  ['clarification', 'Questions'],
  ['external-event', 'Events from outside'],
  ['other', 'Others'],
];
const NAMED = new Set(['approval', 'low-confidence', 'clarification', 'external-event']);
/** What an agent is not sure of is approved like anything else. */
const isOf = (/** @type {string} */ kind, /** @type {string} */ wanted) =>
  !wanted || kind === wanted || (wanted === 'approval' && kind === 'low-confidence') || (wanted === 'other' && !NAMED.has(kind));
const PAGE = 25;

/** @typedef {{run: import('./changes.js').RunRow, interrupt: any, held?: boolean, answered?: import('./answered.js').Answered}} Asked */
// `held`: somebody answers it here, so it stays in sight although it is closed.

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  document.title = 'Inbox · Waybill';
  let kind = place.query.get('kind') ?? '';
  let mine = place.query.get('mine') === 'true';
  let cursor = '';
  let done = false;
  /** @type {Map<string, Asked>} by run and question */
  const asked = new Map();

  async function more() {
    const page = await get(`/v1/runs?status=${WAITING}&limit=${PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
    cursor = page.nextCursor ?? '';
    done = !cursor;
    await Promise.all(page.runs.map(look));
    draw();
  }

  /** The stream has lost its place. A form that somebody fills in stays: its question has the same name. */
  async function anew() {
    for (const [key, it] of asked) if (!it.held) asked.delete(key);
    cursor = '';
    await more();
  }

  /** Asks a run for its questions: once when it begins to wait, and again when it has moved. */
  async function look(/** @type {import('./changes.js').RunRow} */ run) {
    const snapshot = WAITING.split(',').includes(run.status) ? await get(`/v1/runs/${run.runId}`).catch(() => ({})) : {};
    const open = new Map((snapshot.interrupts ?? []).map((/** @type {any} */ it) => [`${run.runId}:${it.interruptId}`, it]));
    for (const [key, known] of asked) if (known.run.runId === run.runId && !open.has(key) && !known.held) asked.delete(key);
    for (const [key, interrupt] of open) asked.set(key, Object.assign(asked.get(key) ?? {}, {run, interrupt}));
  }

  async function changed(/** @type {import('./changes.js').RunRow[]} */ rows) {
    const known = new Set([...asked.values()].map((it) => it.run.runId));
    const touched = rows.filter((row) => known.has(row.runId) || (WAITING.split(',').includes(row.status) && (done || row.runId > cursor)));
    if (!touched.length) return;
    await Promise.all(touched.map(look));
    draw();
  }

  async function answer(/** @type {Asked} */ it, /** @type {unknown} */ resumeValue, /** @type {string | undefined} */ by) {
    rememberName(by);
    it.held = true;
    try {
      const body = by ? {resumeValue, decidedBy: by} : {resumeValue};
      const told = await post(`/v1/runs/${it.run.runId}/interrupts/${encodeURIComponent(it.interrupt.key ?? it.interrupt.nodeId)}`, body);
      it.answered = await answeredWell(it.run.runId, {...told.interrupt, nodeId: it.interrupt.nodeId});
      if (told.interrupt?.outcome === 'pending') it.answered = undefined;
      notice(told.interrupt?.outcome === 'pending' ? 'Your vote is recorded; more are needed.' : 'Answered.');
    } catch (refused) {
      const late = tooLate(refused);
      if (late) it.answered = late;
      else notice(/** @type {Error} */ (refused).message);
    }
    it.held = Boolean(it.answered);
    const here = document.activeElement?.closest('section');
    draw();
    // The form is gone, and whoever answers by keyboard goes on from here.
    if (here && document.activeElement === document.body) here.focus();
  }

  function choose(/** @type {{kind?: string, mine?: boolean}} */ chosen) {
    kind = chosen.kind ?? kind;
    mine = chosen.mine ?? mine;
    const query = new URLSearchParams(Object.entries({kind, mine: mine ? 'true' : ''}).filter(([, it]) => it));
    history.replaceState(null, '', `/ui/inbox${query.size ? `?${query}` : ''}`);
    draw();
  }

  const isMine = (/** @type {Asked} */ it) => !approvers(it.interrupt).length || approvers(it.interrupt).includes(rememberedName());

  /** What is due first comes first, then what waits longest. */
  const order = (/** @type {Asked} */ a, /** @type {Asked} */ b) =>
    (a.interrupt.expiresAt ?? '9').localeCompare(b.interrupt.expiresAt ?? '9') || a.run.updatedAt.localeCompare(b.run.updatedAt);

  function draw() {
    const shown = [...asked].filter(([, it]) => isOf(it.interrupt.kind, kind) && (!mine || isMine(it))).sort(([, a], [, b]) => order(a, b));
    render(
      html`
        <h1>Inbox</h1>
        <div class="bar">
          <label>Kind<select @change=${(/** @type {Event} */ event) => choose({kind: /** @type {HTMLSelectElement} */ (event.target).value})}>${KINDS.map(([value, title]) => html`<option value=${value} ?selected=${value === kind}>${title}</option>`)}</select></label>
          <label>Who may answer<select @change=${(/** @type {Event} */ event) => choose({mine: /** @type {HTMLSelectElement} */ (event.target).value === 'mine'})}><option value="all">Anybody</option><option value="mine" ?selected=${mine}>I may</option></select></label>
        </div>
        ${shown.length ? '' : html`<div class="card empty"><strong>Nobody waits for you.</strong>A question shows up here the moment a run asks it.</div>`}
        ${repeat(shown, ([key]) => key, ([, it]) => card(it))}
        ${done ? '' : html`<p><button @click=${() => void more()}>Older questions</button></p>`}
      `,
      root,
    );
  }

  function card(/** @type {Asked} */ it) {
    const names = approvers(it.interrupt);
    return html`<section class="card ${it.answered && !it.answered.late ? 'ask done' : 'ask'}" tabindex="-1" aria-label=${questionTitle(it.interrupt)}>
      <h2><a href="/ui/run/${it.run.runId}">${it.run.workflowId}</a> <span class="quiet">${it.interrupt.nodeId}</span> <span class="badge waits">${it.interrupt.kind}</span></h2>
      <p class="about">
        <span>asked ${ago(it.run.updatedAt)}</span>
        ${it.interrupt.expiresAt ? html`<span>${until(it.interrupt.expiresAt)}</span>` : ''}
        <span>${names.length ? `only ${names.join(', ')} may answer` : 'anyone allowed to answer'}</span>
        <span class="mono">${short(it.run.runId)}</span>
        ${it.interrupt.interruptToken && !it.answered ? html`<a href="/ui/question/${it.interrupt.interruptToken}">Link for somebody without an account</a>` : ''}
      </p>
      ${it.answered
        ? answeredLine(it.run.runId, it.answered)
        : questionForm(it.interrupt, (value, by) => void answer(it, value, by), may('approvals:respond'))}
    </section>`;
  }

  const stream = followRuns({runs: (rows) => void changed(rows), reset: () => void anew()});
  await stream.opened;
  await more();
  return () => stream.close();
}
