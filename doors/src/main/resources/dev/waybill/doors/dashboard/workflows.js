// @ts-check
// The definitions of this host: the list, and one with its steps and a form that starts it.
import {html, render} from 'lit-html';
import {get, may, post} from './api.js';
import {go} from './go.js';
import {readFields, schemaFields} from './schema-form.js';
import {json} from './words.js';
import {workflowDrawing} from './workflow-drawing.js';

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
        </table>${shown.length ? '' : html`<p class="empty"><strong>No workflow is here.</strong><code>waybill serve --workflows FOLDER</code> brings some.</p>`}</div>
      `,
      root,
    );
  };
  draw();
}

async function one(/** @type {HTMLElement} */ root, /** @type {string} */ id) {
  const workflow = await get(`/v1/workflows/${encodeURIComponent(id)}`);
  let problem = '';

  /** @type {{name: string, type: string, required?: boolean, defaultValue?: unknown, description?: string, sensitive?: boolean}[]} */
  const variables = workflow.variables ?? [];
  /** What a start may say, as a schema: the same fields serve both. */
  const inputs = {
    properties: Object.fromEntries(variables.map((it) => [it.name, {type: it.type, description: it.description, default: it.defaultValue, long: it.type === 'string'}])),
    required: variables.filter((it) => it.required && it.defaultValue === undefined).map((it) => it.name),
  };
  const options = workflow.configurableSchema ?? {};
  const hasOptions = Object.keys(options.properties ?? {}).length > 0;
  const next = (/** @type {string} */ from) => (workflow.edges ?? []).filter((/** @type {any} */ it) => it.sourceNodeId === from).map((/** @type {any} */ it) => it.targetNodeId);

  async function start(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    try {
      const said = {workflowId: id, inputs: variables.length ? readFields(form, inputs) : {}};
      const run = await post('/v1/runs', hasOptions ? {...said, configurable: readFields(form, options)} : said);
      go(`/ui/run/${run.runId}`);
    } catch (refused) {
      problem = /** @type {Error} */ (refused).message;
      draw();
    }
  }

  function draw() {
    render(
      html`
        <h1>${workflow.name ?? id} <span class="quiet">${workflow.version}</span></h1>
        ${workflow.description ? html`<p>${workflow.description}</p>` : ''}
        <div class="split">
          <div>
            <div class="card scroll" tabindex="0">${workflowDrawing(workflow)}</div>
            <div class="table"><table>
              <thead><tr><th>Step</th><th>Type</th><th>Leads to</th></tr></thead>
              <tbody>${workflow.nodes.map((/** @type {any} */ it) => html`<tr><td class="wide">${it.id}</td><td class="mono wide">${it.typeId}</td><td class="wide">${next(it.id).join(', ')}</td></tr>`)}</tbody>
            </table></div>
          </div>
          <form class="card" @submit=${start}>
            <h2>Start a run</h2>
            ${variables.length ? schemaFields(inputs) : html`<p class="quiet">It takes nothing.</p>`}
            ${hasOptions ? html`<h2>Options</h2>${schemaFields(options)}` : ''}
            ${problem ? html`<p role="alert" class="bad">${problem}</p>` : ''}
            <div class="pair"><button class="main" ?disabled=${!may('runs:create')}>Start</button></div>
          </form>
        </div>
        <details><summary>The definition</summary>${json(workflow)}</details>
      `,
      root,
    );
  }
  draw();
}
