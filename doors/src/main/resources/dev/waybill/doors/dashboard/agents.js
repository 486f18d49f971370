// @ts-check
// The agents that this host can run: what each is for, which tools it may call, and the schemas of what it takes and
// gives, fetched when somebody opens them.
import {html, render} from 'lit-html';
import {get, Refused} from './api.js';
import {json} from './words.js';

/** @param {HTMLElement} root */
export async function open(root) {
  document.title = 'Agents · Waybill';
  const {agents} = await get('/v1/agents').catch((refused) => {
    if (refused instanceof Refused && refused.status === 404) return {agents: []};
    throw refused;
  });
  /** @type {Map<string, any>} */
  const contracts = new Map();
  let wanted = '';

  async function unfold(/** @type {string} */ id, /** @type {Event} */ event) {
    if (!(/** @type {HTMLDetailsElement} */ (event.target).open) || contracts.has(id)) return;
    contracts.set(id, await get(`/v1/host/waybill/agents/${encodeURIComponent(id)}/contract`));
    draw();
  }

  const schemas = (/** @type {any} */ contract) =>
    contract
      ? html`${contract.task ? html`<h3 class="small">Takes</h3>${json(contract.task)}` : html`<p class="quiet">Takes anything.</p>`}
          ${contract.result ? html`<h3 class="small">Gives</h3>${json(contract.result)}` : html`<p class="quiet">Gives anything.</p>`}`
      : html`<p class="quiet">Loading …</p>`;

  function draw() {
    const shown = agents.filter((/** @type {any} */ it) => `${it.agentId} ${it.label ?? ''} ${it.persona}`.toLowerCase().includes(wanted));
    render(
      html`
        <h1>Agents</h1>
        ${agents.length
          ? html`<div class="bar"><label class="grow">Search<input type="search" @input=${(/** @type {Event} */ event) => {
              wanted = /** @type {HTMLInputElement} */ (event.target).value.trim().toLowerCase();
              draw();
            }}></label></div>`
          : html`<div class="card empty"><strong>This host has no agents.</strong><code>waybill pack add examples/research-crew/pack</code> adds a crew of four.</div>`}
        ${shown.map(
          (/** @type {any} */ it) => html`<section class="card">
            <h2>${it.label ?? it.agentId} ${it.degraded?.length ? html`<span class="badge waits">lacks something here</span>` : ''}</h2>
            ${it.persona === (it.label ?? it.agentId) ? '' : html`<p>${it.persona}</p>`}
            <dl class="facts">
              <dt>Id</dt><dd class="mono">${it.agentId}</dd>
              <dt>Pack</dt><dd>${it.packName} ${it.packVersion}</dd>
              <dt>Model class</dt><dd>${it.modelClass}</dd>
              <dt>Tools</dt><dd>${it.toolAllowlist.length ? it.toolAllowlist.map((/** @type {string} */ tool) => html`<span class="chip mono">${tool}</span>`) : 'none'}</dd>
              ${it.degraded?.length ? html`<dt>Lacks here</dt><dd class="bad">${it.degraded.join(', ')}</dd>` : ''}
            </dl>
            <details @toggle=${(/** @type {Event} */ event) => void unfold(it.agentId, event)}><summary>${it.hasHandoffSchemas ? 'Task and result are checked by schemas' : 'Task and result are free'}</summary>${schemas(contracts.get(it.agentId))}</details>
          </section>`,
        )}
      `,
      root,
    );
  }

  draw();
}
