// @ts-check
// One run: what it is, what waits, its steps in lanes, its log, and what can be done with it. The page follows the
// run's stream from its first event; nothing is fetched twice.
import {html, render} from 'lit-html';
import {get, may, post} from './api.js';
import {follow} from './live.js';
import {notice} from './notice.js';
import {questionForm} from './question.js';
import {runActions} from './run-actions.js';
import {runEvents} from './run-events.js';
import {runGraph} from './run-graph.js';
import {Steps} from './steps.js';
import {ago, badge, json, short} from './words.js';

/** Events after which the run's head may say something new. */
const TURNS = /^(run\.|interrupt\.|node\.(suspended|resumed|dispatched))/;

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  const id = place.path[0];
  const path = `/v1/runs/${encodeURIComponent(id)}`;
  let run = await get(path);
  /** @type {import('./live.js').RunEvent[]} */
  const events = [];
  const steps = new Steps();
  let tab = place.query.get('tab') ?? 'steps';
  let broken = false;
  /** @type {unknown} */
  let detail = html`<p class="quiet">Choose a step to see what it took in and gave back.</p>`;

  document.title = `${run.workflowId} · Waybill`;
  render(html`<div id="top"></div><div class="split"><div><div id="tools" class="bar"></div><div id="steps" class="window"></div><div id="events" class="window" hidden></div></div><aside id="detail" class="card" aria-live="polite"></aside></div>`, root);
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`#${name}`));

  const graph = runGraph(part('steps'), steps, (row) => {
    detail = stepDetail(row, run);
    drawDetail();
  });
  const log = runEvents(part('events'), events, (event) => {
    detail = eventDetail(event);
    drawDetail();
  });

  const drawDetail = () => render(detail, part('detail'));

  function drawTop() {
    const interrupt = run.interrupt;
    render(
      html`
        <h1>${run.workflowId} ${badge(run.status, run.goalMet === false)}${broken ? html` <span class="badge waits">reconnecting</span>` : ''}</h1>
        <div class="card">
          <dl class="facts">
            <dt>Run</dt><dd class="mono">${run.runId}</dd>
            <dt>Started</dt><dd>${ago(run.startedAt)}${run.owner?.principal ? html` by ${run.owner.principal}` : ''}</dd>
            ${run.parentRunId ? html`<dt>${run.mode ? `A ${run.mode} of` : 'Parent'}</dt><dd><a class="mono" href="/ui/run/${run.parentRunId}">${short(run.parentRunId)}</a>${run.mode ? ` from event ${run.fromSeq}` : ''}</dd>` : ''}
            ${run.childRuns?.length ? html`<dt>Child runs</dt><dd>${childRuns(run.childRuns)}</dd>` : ''}
          </dl>
          ${runActions(run, steps)}
        </div>
        ${interrupt ? html`<section class="card ask" aria-label="Waiting for an answer"><h2>${interrupt.nodeId} waits for an answer</h2>${questionForm(interrupt, answer, may('approvals:respond'))}</section>` : ''}
        ${run.error ? html`<section class="card pin"><h2>${run.error.code}</h2><p>${run.error.message}</p>${steps.firstFailure ? html`<button @click=${showFailure}>Show the step that failed first</button>` : ''}</section>` : ''}
      `,
      part('top'),
    );
  }

  function showFailure() {
    choose('steps');
    graph.choose(steps.of.get(steps.firstFailure?.eventId ?? '') ?? 0);
  }

  async function answer(/** @type {unknown} */ resumeValue) {
    try {
      await post(`${path}/interrupts/${encodeURIComponent(run.interrupt.nodeId)}`, {resumeValue});
      notice('Answered.');
    } catch (refused) {
      notice(/** @type {Error} */ (refused).message);
    }
    await refresh();
  }

  async function refresh() {
    run = await get(path);
    drawTop();
  }

  function choose(/** @type {string} */ name) {
    tab = name;
    part('steps').hidden = tab !== 'steps';
    part('events').hidden = tab !== 'events';
    history.replaceState(null, '', `/ui/run/${encodeURIComponent(id)}${tab === 'steps' ? '' : `?tab=${tab}`}`);
    drawTools();
  }

  function drawTools() {
    render(
      html`
        <div class="tabs" role="tablist">
          ${[['steps', 'Steps'], ['events', 'Events']].map(([name, title]) => html`<button role="tab" aria-selected=${tab === name} @click=${() => choose(name)}>${title}</button>`)}
        </div>
        ${tab === 'events' ? html`<label>Filter<input type="search" placeholder="kind or node" @input=${(/** @type {InputEvent} */ event) => log.filter(/** @type {HTMLInputElement} */ (event.target).value)}></label>` : ''}
      `,
      part('tools'),
    );
  }

  drawTop();
  choose(tab);
  drawDetail();
  const end = follow(id, {
    events(fresh) {
      for (const event of fresh) {
        events.push(event);
        steps.add(event);
      }
      graph.grew();
      log.grew(fresh);
      if (fresh.some((event) => TURNS.test(event.type))) void refresh();
    },
    broken(is) {
      broken = is;
      drawTop();
    },
  });
  return () => {
    end();
    graph.close();
    log.close();
  };
}

/** How many there are of each state; those that did not end well by name. @param {{runId: string, status: string}[]} children */
function childRuns(children) {
  const counts = new Map();
  for (const child of children) counts.set(child.status, (counts.get(child.status) ?? 0) + 1);
  const named = children.filter((child) => child.status !== 'completed').slice(0, 5);
  return html`${[...counts].map(([status, count]) => html`${count} ${badge(status)} `)}
    ${named.map((child) => html`<a class="mono" href="/ui/run/${child.runId}">${short(child.runId)}</a> `)}`;
}

/** @param {import('./steps.js').Row} row @param {any} run */
function stepDetail(row, run) {
  const end = row.ended?.payload ?? {};
  const decided = row.events.find((event) => event.type === 'runOrchestrator.decided')?.payload;
  const verified = row.events.filter((event) => event.type === 'agent.verified');
  const usage = row.events.filter((event) => event.type === 'provider.usage');
  return html`
    <h2>${row.title} ${row.node === 'run' ? '' : badge(row.state)}</h2>
    <dl class="facts">
      ${row.began.payload?.typeId ? html`<dt>Type</dt><dd class="mono">${row.began.payload.typeId}</dd>` : ''}
      <dt>Began</dt><dd>event ${row.began.sequence}, ${new Date(row.began.timestamp).toLocaleTimeString()}</dd>
      ${row.ended ? html`<dt>Ended</dt><dd>event ${row.ended.sequence}</dd>` : ''}
      ${row.tries > 1 ? html`<dt>Attempts</dt><dd>${row.tries}</dd>` : ''}
      ${decided ? html`<dt>Decision</dt><dd>${decided.decision.kind} ${(decided.decision.nextWorkerIds ?? []).join(', ')}${decided.iteration ? ` · turn ${decided.iteration}` : ''}${decided.decision.confidence === undefined ? '' : ` · confidence ${decided.decision.confidence}`}</dd>` : ''}
      ${verified.map((event) => html`<dt>Verdict</dt><dd>${event.payload.verdict} by ${event.payload.agentId}</dd>`)}
      ${usage.map((event) => html`<dt>Model</dt><dd>${event.payload.model}: ${event.payload.inputTokens} + ${event.payload.outputTokens} tokens</dd>`)}
      ${row.child ? html`<dt>Child run</dt><dd><a class="mono" href="/ui/run/${row.child}">${short(row.child)}</a></dd>` : ''}
    </dl>
    ${end.error ? html`<h2>Error</h2>${json(end.error)}` : ''}
    ${row.node === 'run' && row.index === 0 ? html`<h2>Inputs</h2>${json(run.inputs ?? {})}` : ''}
    ${end.outputs === undefined ? '' : html`<h2>Outputs</h2>${json(end.outputs)}`}
    <details><summary>${row.events.length} events of this step</summary>${json(row.events)}</details>
  `;
}

/** @param {import('./live.js').RunEvent} event */
function eventDetail(event) {
  return html`<h2>${event.sequence} · ${event.type}</h2>${json(event)}`;
}
