// @ts-check
// One session of guided workflows: its lineage with all branches on the left, and on the right a step, what the branch
// amounts to, or its notes. The page follows the session's stream; a place is only ever added.
import {html, render} from 'lit-html';
import {get} from './api.js';
import {notes} from './notes.js';
import {sessionActions} from './session-actions.js';
import {documentList} from './session-documents.js';
import {followSession, SessionModel} from './session-live.js';
import {stepDetail} from './session-step.js';
import {sessionTree} from './session-tree.js';
import {agentBadge} from './session-words.js';
import {tabs} from './tabs.js';
import {ago, short} from './words.js';

const TABS = [['step', 'Step'], ['documents', 'Documents'], ['notes', 'Notes']];
const NOTES = 20;

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  const id = place.path[0];
  const path = `/v1/host/waybill/sessions/${encodeURIComponent(id)}`;
  const head = await get(path);
  const model = new SessionModel();
  let tab = place.query.get('tab') ?? 'step';
  let wanted = place.query.get('place') ?? '';
  let broken = false;
  let before = 0;
  let asked = 0;
  /** @type {import('./session-live.js').Row | undefined} */
  let current;

  document.title = `${id} · Waybill`;
  render(html`<div id="top"></div><div class="session"><div><div id="tools" class="bar"></div><div id="places" class="window" role="group" aria-label="Lineage"></div></div><div><div id="tabs"></div><div id="detail" class="card" role="tabpanel" aria-live="polite"></div></div></div>`, root);
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`#${name}`));
  const tree = sessionTree(part('places'), model, (row) => {
    wanted = row.kind === 'done' || row.kind === 'start' || row.line.stateTokenHash !== model.preferred ? row.key : '';
    choose(row);
  });

  function choose(/** @type {import('./session-live.js').Row} */ row) {
    if (row.key !== current?.key) before = 0;
    current = row;
    address();
    drawTools();
    void drawDetail();
  }

  /** The place that the reader chose, or the one where an agent would go on. */
  function settle() {
    const index = wanted ? model.rows.findIndex((row) => row.key === wanted || row.line.stateTokenHash.replace('sha256:', '').startsWith(wanted)) : model.rows.findLastIndex((row) => row.standing === 'preferred');
    const row = model.rows[index < 0 ? model.rows.length - 1 : index];
    if (!row) return;
    const again = row.key === current?.key && row.line === current.line;
    if (!again) {
      const kept = wanted;
      tree.select(model.rows.indexOf(row));
      wanted = kept;
      address();
      drawTools();
    } else if (tab !== 'step') void drawDetail();
  }

  function address() {
    const query = new URLSearchParams();
    if (wanted && current) query.set('place', current.line.stateTokenHash.replace('sha256:', '').slice(0, 16));
    if (tab !== 'step') query.set('tab', tab);
    history.replaceState(null, '', `/ui/session/${encodeURIComponent(id)}${query.size ? `?${query}` : ''}`);
  }

  function drawTop() {
    const runs = [...model.runs.values()];
    const newest = runs[runs.length - 1] ?? head.runs[0];
    render(
      html`
        <h1>${id} ${agentBadge(newest.status)}${broken ? html` <span class="badge waits">reconnecting</span>` : ''}</h1>
        <div class="card headline">
          <dl class="facts across">
            <div><dt>Workflow</dt><dd>${head.workflows.map((/** @type {any} */ it) => html`${it.name} <span class="mono quiet">${it.workflowId} ${it.version}</span> `)}</dd></div>
            ${model.agents.length ? html`<div><dt>${model.agents.length > 1 ? 'Agents' : 'Agent'}</dt><dd>${model.agents.join(', ')}</dd></div>` : ''}
            <div><dt>Active</dt><dd>${ago(newest.updatedAt)}</dd></div>
            ${runs.length > 1 ? html`<div><dt>Runs</dt><dd>${runs.slice(-8).map((run) => html`<a class="mono" href="/ui/run/${run.runId}?tab=events">${short(run.runId)}</a> ${agentBadge(run.status)} `)}${runs.length > 8 ? html`<span class="quiet">and ${runs.length - 8} older</span>` : ''}</dd></div>` : ''}
          </dl>
          ${sessionActions(newest)}
        </div>
      `,
      part('top'),
    );
  }

  function drawTools() {
    const steps = model.rows.filter((row) => row.kind === 'done').length;
    render(
      html`<span class="quiet" id="count">${steps} ${steps === 1 ? 'step' : 'steps'}${model.branches > 1 ? `, ${model.branches} branches` : ''}</span>
        ${wanted ? html`<button class="plain" @click=${() => { wanted = ''; settle(); }}>Follow the newest</button>` : ''}`,
      part('tools'),
    );
    render(tabs('What to show', TABS, tab, {chosen: show, panel: () => 'detail'}), part('tabs'));
    part('detail').setAttribute('aria-labelledby', `tab-${tab}`);
  }

  function show(/** @type {string} */ name) {
    tab = name;
    before = 0;
    address();
    drawTools();
    void drawDetail();
  }

  function showPlace(/** @type {string} */ hash) {
    tab = 'step';
    tree.select(model.rows.findIndex((row) => row.key === hash));
  }

  /** Answers come in any order; only the one that was asked for last is drawn. */
  async function drawDetail() {
    const mine = ++asked;
    const row = current;
    if (!row) return;
    const at = `${path}/places/${encodeURIComponent(row.line.stateTokenHash)}`;
    const shown = tab === 'documents' ? await documents(at) : tab === 'notes' ? await noted(at) : await step(row, at);
    if (mine === asked) render(shown, part('detail'));
  }

  async function step(/** @type {import('./session-live.js').Row} */ row, /** @type {string} */ at) {
    const parent = row.kind === 'done' ? row.line.parentStateTokenHash : undefined;
    const [here, there] = await Promise.all([get(at), parent ? get(`${path}/places/${encodeURIComponent(parent)}`) : null]);
    return stepDetail(row, here, there, at);
  }

  async function documents(/** @type {string} */ at) {
    return documentList((await get(`${at}/documents`)).documents, showPlace);
  }

  async function noted(/** @type {string} */ at) {
    const page = await get(`${at}/notes?limit=${NOTES}${before ? `&before=${before}` : ''}`);
    const turn = (/** @type {number} */ to) => () => {
      before = to;
      void drawDetail();
    };
    const newer = page.first + page.notes.length < page.total;
    return html`
      ${page.total ? '' : html`<p class="quiet">Nobody wrote notes up to here.</p>`}
      ${page.notes.map((/** @type {any} */ it) => html`<section class="note"><h2><button class="plain" @click=${() => showPlace(it.stateTokenHash)}>${it.title ?? it.step}</button></h2><p class="quiet">${ago(it.at)}${it.agent ? html` by ${it.agent}` : ''}</p>${notes(it.notesMarkdown)}</section>`)}
      ${page.total > page.notes.length ? html`<div class="pair"><button ?disabled=${!newer} @click=${turn(Math.min(page.total, page.first + page.notes.length + NOTES))}>Newer</button><button ?disabled=${!page.first} @click=${turn(page.first)}>Older</button><span class="quiet">${page.first + 1} to ${page.first + page.notes.length} of ${page.total}</span></div>` : ''}
    `;
  }

  drawTop();
  drawTools();
  const end = followSession(path, {
    changes(changes) {
      model.take(changes);
      if (changes.runs || changes.places) drawTop();
      if (changes.places || changes.standings) {
        tree.grew();
        settle();
      }
    },
    broken(is) {
      if (broken !== is) {
        broken = is;
        drawTop();
      }
    },
  });
  return () => {
    end();
    tree.close();
  };
}
