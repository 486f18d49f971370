// @ts-check
// The agents that this host can run, with what they may do.
import {html, render} from 'lit-html';
import {get, Refused} from './api.js';

/** @param {HTMLElement} root */
export async function open(root) {
  document.title = 'Agents · Waybill';
  const {agents} = await get('/v1/agents').catch((refused) => {
    if (refused instanceof Refused && refused.status === 404) return {agents: []};
    throw refused;
  });
  render(
    html`
      <h1>Agents</h1>
      ${agents.length ? '' : html`<p class="card quiet">This host has none. <code>waybill pack add examples/research-crew/pack</code> adds a crew of four.</p>`}
      ${agents.map(
        (/** @type {any} */ it) => html`<section class="card">
          <h2>${it.label ?? it.agentId}</h2>
          <p>${it.persona}</p>
          <dl class="facts">
            <dt>Id</dt><dd class="mono">${it.agentId}</dd>
            <dt>Pack</dt><dd>${it.packName} ${it.packVersion}</dd>
            <dt>Model class</dt><dd>${it.modelClass}</dd>
            <dt>Tools</dt><dd>${it.toolAllowlist.length ? it.toolAllowlist.join(', ') : 'none'}</dd>
            <dt>Task and result</dt><dd>${it.hasHandoffSchemas ? 'checked by schemas' : 'free'}</dd>
            ${it.degraded?.length ? html`<dt>Lacks here</dt><dd class="bad">${it.degraded.join(', ')}</dd>` : ''}
          </dl>
        </section>`,
      )}
    `,
    root,
  );
}
