// @ts-check
// One run: what it is, what waits, its steps in lanes, its timeline, its log, and what can be done with it. The page
// follows the run's stream from its first event; nothing is fetched twice.
import {html, render} from 'lit-html';
import {repeat} from 'lit-html/directives/repeat.js';
import {get, may, post} from './api.js';
import {follow} from './live.js';
import {notice} from './notice.js';
import {questionForm, rememberName} from './question.js';
import {errorCard, inWords} from './refused.js';
import {runActions} from './run-actions.js';
import {runEvents} from './run-events.js';
import {runGraph} from './run-graph.js';
import {rewind} from './run-rewind.js';
import {stepPanel} from './run-step.js';
import {runTimeline} from './run-timeline.js';
import {Tree} from './run-tree.js';
import {LiveWords} from './run-words.js';
import {Steps} from './steps.js';
import {tabs} from './tabs.js';
import {ago, badge, short} from './words.js';

/** Events after which the run's head may say something new. */
const TURNS = /^(run\.|waybill\.run\.|interrupt\.|node\.(suspended|resumed|dispatched)|core\.workflowChain\.event)/;
const TABS = [['steps', 'Steps'], ['timeline', 'Timeline'], ['events', 'Events']];

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  const id = place.path[0];
  const path = `/v1/runs/${encodeURIComponent(id)}`;
  let run = await get(path);
  if (run.sessionId && !place.query.has('tab')) {
    // A guided run is one way through a session, which has a page of its own.
    history.replaceState(null, '', `/ui/session/${encodeURIComponent(run.sessionId)}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
    return;
  }
  /** @type {import('./live.js').RunEvent[]} */
  const events = [];
  const steps = new Steps();
  const words = new LiveWords();
  let tab = TABS.some(([name]) => name === place.query.get('tab')) ? (place.query.get('tab') ?? 'steps') : 'steps';
  let filter = {kind: place.query.get('kind') ?? '', node: place.query.get('node') ?? '', q: place.query.get('q') ?? ''};
  let broken = false;
  let refreshing = false;
  let stale = false;
  let followed = false;

  document.title = `${run.workflowId} · Waybill`;
  render(
    html`<div id="top" tabindex="-1"></div>
      <div class="split"><div class="stack">
        <div id="tools" class="bar"></div>
        <div id="steps" class="window" role="tabpanel" aria-labelledby="tab-steps"></div>
        <div id="timeline" role="tabpanel" aria-labelledby="tab-timeline" hidden><div class="scale" aria-hidden="true"></div><div class="window"></div>
          <div class="legend quiet"></div></div>
        <div id="events" class="window" role="tabpanel" aria-labelledby="tab-events" hidden></div>
      </div><aside id="detail" class="card" aria-label="Details"></aside></div>`,
    root,
  );
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`#${name}`));

  const tree = new Tree(
    id,
    steps,
    () => {
      graph.soon();
      timeline.soon();
    },
    (rows) => branched(rows.filter((row) => row.forkedFrom?.runId === id)),
  );
  const panel = stepPanel(part('detail'), {run: () => run, words: (key) => words.of(key), rewind: (from, title, retry) => void back(from, title, retry)});
  const graph = runGraph(part('steps'), tree, {chosen: (line) => panel.show(line), words: (key) => words.tail(key)});
  const timeline = runTimeline(part('timeline'), tree, (line) => panel.show(line));
  const log = runEvents(part('events'), events, filter, {
    chosen: (event) => panel.event(event),
    filtered(wanted) {
      filter = {...wanted};
      address();
      drawTools();
    },
  });

  async function back(/** @type {number} */ from, /** @type {string} */ title, /** @type {boolean} */ retry) {
    await refresh();
    rewind(run, events, {from, title, retry});
  }

  function drawTop() {
    const waiting = run.interrupts ?? (run.interrupt ? [run.interrupt] : []);
    const failed = steps.firstFailure;
    // Whoever has just answered goes on from here by keyboard, though the form is gone.
    const had = part('top').contains(document.activeElement);
    render(
      html`
        <h1>${run.workflowId} ${badge(run.status, run.goalMet === false)}${broken ? html` <span class="badge waits">reconnecting</span>` : ''}</h1>
        <div class="card headline">
          <dl class="facts across">
            <div><dt>Run</dt><dd class="mono">${run.runId}</dd></div>
            <div><dt>Started</dt><dd>${ago(run.startedAt)}${run.owner?.principal ? html` by ${run.owner.principal}` : ''}</dd></div>
            ${run.parentRunId ? html`<div><dt>${run.mode ? `A ${run.mode} of` : 'Parent'}</dt><dd><a class="mono" href="/ui/run/${run.parentRunId}">${short(run.parentRunId)}</a>${run.mode ? ` from event ${run.fromSeq}` : ''}</dd></div>` : ''}
            ${run.childRuns?.length ? html`<div><dt>Child runs</dt><dd>${childRuns(run.childRuns)}</dd></div>` : ''}
            ${tree.branches.some((it) => !it.isSource) ? html`<div><dt>Branches</dt><dd>${tree.branches.filter((it) => !it.isSource).map((it) => html`<a class="mono" href="/ui/run/${it.runId}">${short(it.runId)}</a> <span class="quiet">${it.mode} at event ${it.from}</span> ${badge(it.status)} `)}</dd></div>` : ''}
          </dl>
          ${runActions(run, () => void back(run.lastEventSeq ?? 0, '', false))}
        </div>
        ${repeat(waiting, (it) => it.interruptId, (it) => html`<section class="card ask" aria-label="Waiting for an answer"><h2>${it.nodeId} waits for an answer</h2>${questionForm(it, (value, by) => void answer(it, value, by), may('approvals:respond'))}</section>`)}
        ${run.error || failed ? html`<section class="card pin" aria-label="First failure"><h2>${run.error ? 'This run failed' : failed?.payload.phase ? 'A worker failed' : 'A step failed'}${failed ? html`, first at ${failed.nodeId}` : ''}</h2>
          ${errorCard(run.error ?? failed?.payload.error ?? {code: 'child_failed', message: `The worker ${failed?.payload.workerId} failed. Its own run says why.`})}
          ${failed ? html`<button @click=${showFailure}>Show the step that failed first</button>` : ''}</section>` : ''}
      `,
      part('top'),
    );
    if (had && document.activeElement === document.body) part('top').focus({preventScroll: true});
  }

  function showFailure() {
    choose('steps');
    graph.choose(tree.show(steps.of.get(steps.firstFailure?.eventId ?? '') ?? 0));
  }

  async function answer(/** @type {any} */ interrupt, /** @type {unknown} */ resumeValue, /** @type {string | undefined} */ by) {
    rememberName(by);
    try {
      await post(`${path}/interrupts/${encodeURIComponent(interrupt.key ?? interrupt.nodeId)}`, by ? {resumeValue, decidedBy: by} : {resumeValue});
      notice('Answered.');
    } catch (refused) {
      notice(inWords(refused));
    }
    await refresh();
  }

  /** One question at a time, however many events ask for it. */
  async function refresh() {
    if (refreshing) {
      stale = true;
      return;
    }
    refreshing = true;
    try {
      do {
        stale = false;
        run = await get(path);
      } while (stale);
    } finally {
      refreshing = false;
    }
    drawTop();
  }

  /** Runs that were forked from this one. */
  function branched(/** @type {import('./changes.js').RunRow[]} */ rows) {
    if (!rows.length) return;
    rows.forEach((row) => tree.branched(row));
    tree.again();
    drawTop();
  }

  const branches = async () => branched((await get(`/v1/runs?sourceRunId=${encodeURIComponent(id)}&limit=100`)).runs);

  /** A run that has ended goes on only in its branches. Its own stream is closed then, so there is one to spare. */
  function over() {
    if (followed || !steps.ended) return;
    followed = true;
    void tree.nested.follow().then(branches).catch(() => {});
  }

  function address() {
    const query = new URLSearchParams(Object.entries({tab: tab === 'steps' ? '' : tab, ...(tab === 'events' ? filter : {})}).filter(([, it]) => it));
    history.replaceState(null, '', `/ui/run/${encodeURIComponent(id)}${query.size ? `?${query}` : ''}`);
  }

  function choose(/** @type {string} */ name) {
    tab = name;
    for (const [each] of TABS) part(each).hidden = each !== tab;
    address();
    timeline.shown(tab === 'timeline');
    drawTools();
  }

  function drawTools() {
    render(
      html`
        ${tabs('Views', TABS, tab, {chosen: choose, panel: (name) => name})}
        ${tab === 'events' ? log.tools() : ''}
      `,
      part('tools'),
    );
  }

  drawTop();
  choose(tab);
  if (run.sourceRunId && run.mode === 'branch') tree.branches.push({runId: run.sourceRunId, status: '', mode: 'branch', from: run.fromSeq, isSource: true});
  void branches().catch((refused) => notice(inWords(refused)));
  const end = follow(id, {
    ownFrom: run.mode ? run.fromSeq : 0,
    events(fresh) {
      /** @type {Set<import('./steps.js').Row>} */
      const changed = new Set();
      const failures = steps.firstFailure;
      for (const event of fresh) {
        events.push(event);
        const row = steps.add(event);
        if (row) changed.add(row);
        if (row?.ended) words.over(row.key);
      }
      tree.build();
      graph.soon();
      timeline.soon();
      log.grew(fresh);
      if (tab === 'events') drawTools();
      panel.grew(changed);
      if (steps.firstFailure !== failures) drawTop();
      over();
      // What the snapshot has seen already is nothing new.
      if (fresh.some((event) => event.sequence > (run.lastEventSeq ?? -1) && TURNS.test(event.type))) void refresh();
    },
    frame(frame) {
      const key = words.add(frame);
      const row = steps.rows[steps.latest.get(frame.nodeId) ?? -1];
      if (row?.key === key && row.ended) {
        words.over(key);
        return;
      }
      graph.soon();
      panel.said(key);
    },
    broken(is) {
      if (broken === is) return;
      broken = is;
      drawTop();
    },
  });
  return () => {
    end();
    tree.close();
    graph.close();
    timeline.close();
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
