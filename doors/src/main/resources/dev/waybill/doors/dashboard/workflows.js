// @ts-check
// The definitions of this host: the list, and one with its steps and a form that starts it.
import {html, render} from 'lit-html';
import {get, may, post} from './api.js';
import {go} from './go.js';
import {json} from './words.js';

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  document.title = 'Workflows · Waybill';
  await (place.path[0] ? one(root, place.path[0]) : all(root));
}

async function all(/** @type {HTMLElement} */ root) {
  const {workflows} = await get('/v1/workflows');
  let wanted = '';
  const draw = () => {
    const shown = workflows.filter((/** @type {any} */ it) => `${it.id} ${it.name ?? ''}`.toLowerCase().includes(wanted));
    render(
      html`
        <h1>Workflows</h1>
        <div class="bar"><label>Search<input type="search" @input=${(/** @type {Event} */ event) => {
          wanted = /** @type {HTMLInputElement} */ (event.target).value.trim().toLowerCase();
          draw();
        }}></label></div>
        <div class="table"><table>
          <thead><tr><th>Workflow</th><th>Name</th><th class="hide-small">Version</th></tr></thead>
          <tbody>${shown.map((/** @type {any} */ it) => html`<tr><td class="wide"><a href="/ui/workflows/${it.id}">${it.id}</a></td><td class="wide">${it.name}</td><td class="hide-small">${it.version}</td></tr>`)}</tbody>
        </table>${shown.length ? '' : html`<p class="card quiet">None. <code>waybill serve --workflows FOLDER</code> brings some.</p>`}</div>
      `,
      root,
    );
  };
  draw();
}

async function one(/** @type {HTMLElement} */ root, /** @type {string} */ id) {
  const workflow = await get(`/v1/workflows/${encodeURIComponent(id)}`);
  let problem = '';

  async function start(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    try {
      const inputs = Object.fromEntries(
        [...new FormData(/** @type {HTMLFormElement} */ (event.target))].filter(([, text]) => text !== '').map(([name, text]) => [name, read(name, String(text))]),
      );
      const run = await post('/v1/runs', {workflowId: id, inputs});
      go(`/ui/run/${run.runId}`);
    } catch (refused) {
      problem = /** @type {Error} */ (refused).message;
      draw();
    }
  }

  /** A field holds text; what the variable is decides how it is read. */
  function read(/** @type {string} */ name, /** @type {string} */ text) {
    const type = variables.find((it) => it.name === name)?.type;
    return type === 'string' ? text : JSON.parse(text);
  }

  /** @type {{name: string, type: string, required?: boolean, defaultValue?: unknown, description?: string}[]} */
  const variables = workflow.variables ?? [];
  const next = (/** @type {string} */ from) => (workflow.edges ?? []).filter((/** @type {any} */ it) => it.sourceNodeId === from).map((/** @type {any} */ it) => it.targetNodeId);

  function draw() {
    render(
      html`
        <h1>${workflow.name ?? id} <span class="quiet">${workflow.version}</span></h1>
        ${workflow.description ? html`<p>${workflow.description}</p>` : ''}
        <div class="split">
          <div class="table"><table>
            <thead><tr><th>Step</th><th>Type</th><th>Leads to</th></tr></thead>
            <tbody>${workflow.nodes.map((/** @type {any} */ it) => html`<tr><td>${it.id}</td><td class="mono wide">${it.typeId}</td><td class="wide">${next(it.id).join(', ')}</td></tr>`)}</tbody>
          </table></div>
          <form class="card" @submit=${start}>
            <h2>Start a run</h2>
            ${variables.map((it) => html`<label>${it.name} <span class="quiet">${it.type}</span><input name=${it.name} ?required=${it.required && it.defaultValue === undefined} placeholder=${it.defaultValue === undefined ? '' : JSON.stringify(it.defaultValue)} title=${it.description ?? ''}></label>`)}
            ${problem ? html`<p role="alert" class="bad">${problem}</p>` : ''}
            <button class="main" ?disabled=${!may('runs:create')}>Start</button>
          </form>
        </div>
        <details><summary>The definition</summary>${json(workflow)}</details>
      `,
      root,
    );
  }
  draw();
}
