// @ts-check
// Questions over the evidence: of this host's runs, and of the records of other systems that its operator has put in.
// The answer comes first, then the path to it, then what nobody could say.
import {html, render} from 'lit-html';
import {get, may} from './api.js';
import {evidenceAnswer} from './evidence-answer.js';

/** @typedef {{name: string, title: string, asks: string, field: string, example: string, optional?: boolean, more?: [string, string, string[]]}} Question */

/** @type {Question[]} */
const QUESTIONS = [
  {name: 'policy-at', title: 'Which policy was active?', asks: 'Which policy was in force when a task reached a state.', field: 'Task or run', example: 'task_… or run_…', more: ['event', 'When it was', ['merged', 'planned', 'assigned', 'running', 'pr_open', 'ci_pass', 'review_pass', 'aborted']]},
  {name: 'why', title: 'Why did it happen?', asks: 'Everything that a record depends on, directly and indirectly.', field: 'Record', example: 'run_…/evt_…, or the beginning of it'},
  {name: 'impact', title: 'What came of it?', asks: 'Everything that depends on a record.', field: 'Record', example: 'run_…/evt_…, or the beginning of it'},
  {name: 'trace', title: 'The whole chain', asks: 'All records of one correlation id, each after those it depends on.', field: 'Correlation id', example: 'the correlation id of a run'},
  {name: 'who', title: 'Who worked on it?', asks: 'The agents that worked on a task.', field: 'Task or run', example: 'task_… or run_…'},
  {name: 'commits', title: 'Which commits?', asks: 'The commits that belong to a task.', field: 'Task or run', example: 'task_… or run_…'},
  {name: 'checkpoints', title: 'Are receipts missing?', asks: 'How many critical states of tasks have their receipt.', field: 'Task', example: 'all of them', optional: true},
  {name: 'dag', title: 'Do the references hold?', asks: 'Whether the references between records lead anywhere, without circles.', field: 'Correlation id', example: 'all of them', optional: true},
];

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  document.title = 'Evidence · Waybill';
  let question = QUESTIONS.find((it) => it.name === place.path[0]) ?? QUESTIONS[0];
  let about = place.query.get('about') ?? '';
  let more = place.query.get('when') ?? '';
  /** @type {any} */
  let answer = null;
  let problem = '';
  let asking = false;

  async function ask() {
    if (asking || (!about && !question.optional)) return;
    asking = true;
    answer = null;
    problem = '';
    draw();
    const extra = new URLSearchParams();
    if (question.more && more) extra.set(question.more[0], more);
    if (question.optional && about) extra.set(question.name === 'dag' ? 'correlation' : 'task', about);
    const path = question.optional ? question.name : `${question.name}/${encodeURIComponent(about)}`;
    try {
      answer = await get(`/v1/host/waybill/evidence/${path}${extra.size ? `?${extra}` : ''}`);
    } catch (refused) {
      problem = /** @type {Error} */ (refused).message;
    }
    asking = false;
    draw();
  }

  function keep() {
    const query = new URLSearchParams(Object.entries({about, when: question.more ? more : ''}).filter(([, it]) => it));
    history.replaceState(null, '', `/ui/evidence/${question.name}${query.size ? `?${query}` : ''}`);
  }

  function submit(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    about = String(form.get('about') ?? '').trim();
    more = String(form.get('more') ?? '');
    keep();
    void ask();
  }

  /** One of several that a text could have meant. */
  async function mean(/** @type {string} */ one) {
    about = one;
    keep();
    await ask();
    // Whoever chose by keyboard finds the answer where the choice was.
    /** @type {HTMLElement | null} */ (root.querySelector('.verdict'))?.focus();
  }

  function choose(/** @type {string} */ name) {
    question = QUESTIONS.find((it) => it.name === name) ?? question;
    answer = null;
    problem = '';
    keep();
    draw();
  }

  function draw() {
    render(
      html`
        <h1>Evidence</h1>
        <p class="lead">Questions over the records of this host's runs, and of the systems whose folders its operator has put in.</p>
        <form class="card" @submit=${submit}>
          <div class="bar">
            <label>Question<select @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>${QUESTIONS.map((it) => html`<option value=${it.name} ?selected=${it === question}>${it.title}</option>`)}</select></label>
            <label class="grow">${question.field}${question.optional ? ' (may be empty)' : ''}<input name="about" .value=${about} placeholder=${question.example} ?required=${!question.optional} spellcheck="false"></label>
            ${question.more ? html`<label>${question.more[1]}<select name="more">${question.more[2].map((it) => html`<option ?selected=${it === more}>${it}</option>`)}</select></label>` : ''}
            <button class="main" ?disabled=${!may('audit:read')}>Ask</button>
          </div>
          <p class="quiet small">${question.asks}${may('audit:read') ? '' : ' Your key lacks the scope audit:read.'}</p>
        </form>
        ${asking ? html`<p class="quiet" role="status">Reading the records …</p>` : ''}
        ${problem ? html`<p role="alert" class="card pin">${problem}</p>` : ''}
        ${answer ? evidenceAnswer(answer, mean) : ''}
      `,
      root,
    );
  }

  draw();
  if (place.path[0] && may('audit:read')) await ask();
}
