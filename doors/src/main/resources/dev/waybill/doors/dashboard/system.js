// @ts-check
// Whether the host can work, who works on its store, what waits, and what it says about itself. What changes is looked
// at again every few seconds while somebody looks: figures of load are no events.
import {ago} from './words.js';
import {call, get, may, Refused} from './api.js';
import {html, render} from 'lit-html';

const AGAIN = 5000;
const KINDS = ['model', 'tool', 'process', 'http', 'other'];

/** @param {HTMLElement} root */
export async function open(root) {
  document.title = 'System · Waybill';
  const host = await get('/.well-known/openwop');

  async function look() {
    const ready = await get('/ready').then(() => '', (refused) => (refused instanceof Refused ? refused.message : String(refused)));
    const text = await call('/metrics', {headers: {Accept: 'text/plain'}}).then((answer) => answer.text(), () => '');
    const value = (/** @type {string} */ name) => text.split('\n').find((line) => line.startsWith(`${name} `))?.split(' ')[1] ?? '–';
    const processes = may('audit:read') ? (await get('/v1/host/waybill/processes')).processes : [];
    render(
      html`
        <h1>System</h1>
        <section class="card verdict ${ready ? 'bad' : 'good'}"><h2><span class="badge ${ready ? 'bad' : 'good'}">${ready ? 'Not ready' : 'Ready'}</span> ${ready || 'The host takes work, and its store answers.'}</h2></section>
        <h2>Workers <span class="quiet">processes on this store</span></h2>
        <div class="table"><table>
          <thead><tr><th>Process</th><th>Kind</th><th>At work</th><th>Waiting</th><th class="hide-small">Version</th><th>Seen</th></tr></thead>
          <tbody>${processes.map(worker)}</tbody>
        </table>${processes.length ? '' : html`<p class="empty">${may('audit:read') ? 'None has shown itself yet.' : 'Your key lacks the scope audit:read.'}</p>`}</div>
        <h2>Queues <span class="quiet">of this process</span></h2>
        <div class="table"><table>
          <thead><tr><th>Kind of work</th><th>At work</th><th>Waiting</th><th>At most</th></tr></thead>
          <tbody>${KINDS.map((kind) => html`<tr><td>${kind}</td><td>${value(`waybill_activities_at_work{kind="${kind}"}`)}</td><td>${value(`waybill_activities_waiting{kind="${kind}"}`)}</td><td>${value(`waybill_activities_limit{kind="${kind}"}`)}</td></tr>`)}</tbody>
        </table></div>
        <h2>This host</h2>
        <dl class="facts card">
          <dt>Waybill</dt><dd>${host.implementation?.version ?? ''}</dd>
          <dt>Protocol</dt><dd>OpenWOP ${host.protocolVersion}</dd>
          <dt>Multi-agent level</dt><dd>${host.multiAgent?.executionModel?.version ?? 'none'}</dd>
          <dt>Host id</dt><dd class="mono">${host.multiAgent?.executionModel?.crossHostCausation?.hostId ?? ''}</dd>
        </dl>
      `,
      root,
    );
  }

  await look();
  const timer = window.setInterval(() => void (document.hidden ? null : look().catch(() => {})), AGAIN);
  return () => clearInterval(timer);
}

function worker(/** @type {any} */ it) {
  const sum = (/** @type {string} */ what) => it.lanes.reduce((/** @type {number} */ all, /** @type {any} */ lane) => all + lane[what], 0);
  return html`<tr><td class="mono">${it.process}${it.obstacle ? html` <span class="badge bad" title="${it.obstacle}">not ready</span>` : ''}</td><td>${it.kind}</td><td>${sum('atWork')}</td><td>${sum('waiting')}</td><td class="hide-small">${it.version ?? ''}</td><td>${ago(it.seenAt)}</td></tr>`;
}
