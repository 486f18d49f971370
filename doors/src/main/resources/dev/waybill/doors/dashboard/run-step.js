// @ts-check
// One step, whole: what it took in and gave back, what was decided and judged, what its models said and say right now,
// what it saw, who signed, and the ways back from here.
import {html, nothing, render} from 'lit-html';
import {get, may} from './api.js';
import {errorCard, inWords} from './refused.js';
import {dollars, modelCalls, toolCalls} from './run-model.js';
import {seen} from './run-seen.js';
import {signed} from './run-signed.js';
import {times} from './steps.js';
import {badge, duration, json, short} from './words.js';

/** @typedef {import('./run-tree.js').Line} Line */
/** @typedef {import('./steps.js').Row} Row */

/**
 * @param {HTMLElement} root
 * @param {{run: () => any, words: (key: string) => {text: string, reasoning: string, tool: string} | undefined, rewind: (from: number, title: string, retry: boolean) => void}} page
 */
export function stepPanel(root, page) {
  /** @type {Line | undefined} */
  let line;
  /** @type {any} */
  let step;
  let problem = '';
  let asked = '';
  /** @type {Set<string>} */
  const opened = new Set();

  async function load() {
    const row = line?.row;
    if (!line || !row || row.node === 'run') return;
    const mine = `${line.run}/${row.key}/${row.ended?.sequence ?? 'open'}`;
    if (asked === mine) return;
    asked = mine;
    try {
      const found = await get(`/v1/host/waybill/runs/${encodeURIComponent(line.run)}/steps/${encodeURIComponent(row.node)}?ordinal=${row.ordinal}`);
      if (asked === mine) step = found;
    } catch (refused) {
      if (asked === mine) problem = inWords(refused);
    }
    if (asked === mine) draw();
  }

  function draw() {
    if (!line) return;
    const row = line.row;
    render(row ? view(line, row) : other(line), root);
  }

  /** @param {Line} it @param {Row} row */
  function view(it, row) {
    const run = page.run();
    const end = step?.end;
    const inputs = row.node === 'run' ? (row.began.payload?.inputs ?? (row.index === 0 ? run.inputs : undefined)) : step?.attempts?.at(-1)?.inputs;
    const error = end?.error ?? row.ended?.payload?.error;
    const outputs = row.ended?.payload?.outputs;
    const own = it.run === run.runId;
    return html`
      <h2>${row.title}${row.ordinal > 1 ? html` <span class="tag">round ${row.ordinal}</span>` : ''} ${row.node === 'run' ? '' : badge(row.state.replace('waiting-input', 'waiting'))}</h2>
      ${facts(row, run)}
      ${error ? html`<section class="part pinned" aria-label="Error">${errorCard(error, step?.next)}</section>` : ''}
      ${live(it, row)}
      ${problem ? html`<p class="bad">${problem}</p>` : ''}
      ${inputs && Object.keys(inputs).length ? html`<section class="part"><h3>Took in</h3>${json(inputs)}</section>` : ''}
      ${outputs === undefined ? '' : html`<section class="part"><h3>Gave back</h3>${json(outputs)}</section>`}
      ${decision(row, step)} ${verdicts(row)} ${questions(step)} ${modelCalls(step?.modelCalls ?? [])} ${toolCalls(row.events)}
      ${seen(it.run, row, draw, opened)}
      ${step ? signed(step) : ''}
      ${own && row.node !== 'run' && may('runs:create') ? html`<div class="pair">
        <button @click=${() => page.rewind(row.began.sequence, row.title, true)}>Retry from here …</button>
        <button @click=${() => page.rewind(row.began.sequence, row.title, false)}>Fork here …</button>
      </div>` : ''}
      <details class="part"><summary>${row.events.length === 1 ? 'One event' : `${row.events.length} events`} of this step</summary>${json(row.events)}</details>
    `;
  }

  /** What a model says while it says it. @param {Line} it @param {Row} row */
  function live(it, row) {
    const said = it.run === page.run().runId && !row.ended ? page.words(row.key) : undefined;
    if (!said) return '';
    return html`<section class="part live" aria-label="What its model says now"><h3>Says now</h3>
      ${said.reasoning ? html`<p class="words quiet">${said.reasoning}</p>` : nothing}
      ${said.text ? html`<p class="words">${said.text}</p>` : nothing}
      ${said.tool ? html`<p class="quiet">calls <code>${said.tool}</code></p>` : nothing}
    </section>`;
  }

  render(html`<p class="quiet">Choose a step to see what it took in and gave back.</p>`, root);
  return {
    /** @param {import('./live.js').RunEvent} event */
    event(event) {
      line = undefined;
      asked = '';
      render(html`<h2>${event.sequence} · ${event.type}</h2>${json(event)}`, root);
    },
    /** @param {Line} chosen */
    show(chosen) {
      line = chosen;
      step = undefined;
      problem = '';
      asked = '';
      draw();
      void load();
    },
    /** @param {Set<Row>} rows that have changed */
    grew(rows) {
      if (line?.row && rows.has(line.row)) {
        draw();
        void load();
      }
    },
    /** @param {string} key of the row whose model speaks */
    said(key) {
      if (line?.row?.key === key) draw();
    },
  };
}

/** A line that is no step. @param {Line} line */
function other(line) {
  const run = line.child?.run ?? line.branch?.runId;
  return html`<h2>${line.title} ${line.child ? badge(line.child.status) : line.branch?.status ? badge(line.branch.status) : ''}</h2>
    ${line.child?.superseded ? html`<p class="quiet">${line.child.superseded}: what it brought back was not taken over.</p>` : ''}
    ${line.rows ? html`<ul class="plainlist">${line.rows.slice(0, 200).map((row) => html`<li>${row.title}${row.ordinal > 1 ? html` <span class="tag">round ${row.ordinal}</span>` : ''} ${badge(row.state)}</li>`)}</ul>` : ''}
    ${run ? html`<p><a href="/ui/run/${run}">Open this run on its own page</a>${line.branch ? html` · <a href="/ui/compare/${line.run}/${run}">Compare</a>` : ''}</p><p class="mono wrap">${run}</p>` : ''}`;
}

/** @param {Row} row @param {any} run */
function facts(row, run) {
  const {all, worked} = times(row, Date.now());
  const {usage} = row;
  return html`<dl class="facts">
    ${row.began.payload?.typeId ? html`<dt>Type</dt><dd class="mono">${row.began.payload.typeId}</dd>` : ''}
    <dt>Began</dt><dd>${new Date(row.began.timestamp).toLocaleTimeString()} <span class="quiet">event ${row.began.sequence}</span></dd>
    ${row.ended && row.node !== 'run' ? html`<dt>Took</dt><dd>${duration(all)}${all - worked > 1 ? html` <span class="quiet">of it at work ${duration(worked)}</span>` : ''}</dd>` : ''}
    ${row.tries > 1 ? html`<dt>Attempts</dt><dd>${row.tries}</dd>` : ''}
    ${usage.calls ? html`<dt>Models</dt><dd>${usage.calls} ${usage.calls === 1 ? 'call' : 'calls'}, ${usage.input} + ${usage.output} tokens ${dollars(usage.cost)}</dd>` : ''}
    ${row.children.length ? html`<dt>Child runs</dt><dd>${row.children.slice(0, 8).map((child) => html`<a class="mono" href="/ui/run/${child.run}">${short(child.run)}</a> `)}${row.children.length > 8 ? html`and ${row.children.length - 8} more` : ''}</dd>` : ''}
    ${row.node === 'run' && row.index === 0 && run.parentRunId && !run.mode ? html`<dt>Handed over by</dt><dd><a class="mono" href="/ui/run/${run.parentRunId}">${short(run.parentRunId)}</a></dd>` : ''}
  </dl>`;
}

/** @param {Row} row @param {any} step */
function decision(row, step) {
  // An agent that says how sure it is decides; one that just answers has given back its answer already.
  const decided = row.events.find((event) => event.type === 'runOrchestrator.decided')?.payload ?? row.events.find((event) => event.type === 'agent.decided' && event.payload.confidence !== undefined)?.payload;
  if (!decided) return '';
  const escalated = row.events.find((event) => event.type === 'core.workflowChain.confidence-escalated')?.payload;
  const doubted = row.events.find((event) => event.type === 'node.suspended' && event.payload.threshold !== undefined)?.payload;
  const made = decided.decision ?? {};
  const sure = made.confidence ?? decided.confidence ?? escalated?.confidence ?? doubted?.observed;
  const floor = escalated?.floor ?? doubted?.threshold ?? step?.floor;
  return html`<section class="part"><h3>Decision</h3>
    <dl class="facts">
      <dt>Decided</dt><dd>${made.kind ?? 'what it gave back'} ${(made.nextWorkerIds ?? []).join(', ')}</dd>
      ${made.reason ? html`<dt>Because</dt><dd>${made.reason}</dd>` : ''}
      ${decided.iteration ? html`<dt>Turn</dt><dd>${decided.iteration}</dd>` : ''}
      <dt>Confidence</dt><dd>${sure === undefined ? 'not stated' : html`<meter min="0" max="1" low=${floor ?? 0.5} optimum="1" value=${sure} aria-label="Confidence"></meter> ${sure}`}${floor === undefined ? '' : html` <span class="quiet">floor ${floor}</span>`}${sure !== undefined && floor !== undefined && Number(sure) < Number(floor) ? html` <span class="bad">below the floor: a person was asked</span>` : ''}</dd>
      ${made.successCriteria ? html`<dt>Criteria</dt><dd>${made.successCriteria.map((/** @type {any} */ it) => html`<span class="badge ${it.met ? 'good' : 'bad'}">${it.key}${it.met ? '' : ' not met'}</span> `)}</dd>` : ''}
    </dl></section>`;
}

/** @param {Row} row */
function verdicts(row) {
  const all = row.events.filter((event) => event.type === 'agent.verified');
  if (!all.length) return '';
  return html`<section class="part"><h3>${all.length === 1 ? 'Verdict' : 'Verdicts'}</h3>${all.map(({payload}) => html`<p>
    <span class="badge ${payload.verdict === 'pass' ? 'good' : payload.verdict === 'fail' ? 'bad' : 'waits'}">${payload.verdict}</span> by <span class="mono">${payload.agentId}</span>
    ${payload.criteria?.length ? html`<span class="quiet">on ${payload.criteria.join(', ')}</span>` : ''}${payload.confidence === undefined ? '' : html` <span class="quiet">confidence ${payload.confidence}</span>`}
    ${/^run_/.test(payload.target ?? '') ? html` over <a class="mono" href="/ui/run/${payload.target}">${short(payload.target)}</a>` : ''}</p>`)}</section>`;
}

/** @param {any} step */
function questions(step) {
  if (!step?.questions?.length) return '';
  return html`<section class="part"><h3>Asked</h3>${step.questions.map((/** @type {any} */ it) => html`
    <p>${it.data?.title ?? it.kind}${it.resolved ? '' : html` <span class="badge waits">open</span>`}</p>
    ${[...it.votes, ...(it.resolved ? [it.resolved] : [])].map((/** @type {any} */ answer) => html`<p class="quiet">${answer.by ?? 'somebody'} said ${typeof answer.value === 'string' ? answer.value : (answer.value?.action ?? JSON.stringify(answer.value))}, ${new Date(answer.at).toLocaleString()}</p>`)}`)}</section>`;
}
