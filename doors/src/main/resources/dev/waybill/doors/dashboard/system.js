// @ts-check
// Whether the host can work, what waits, and what it says about itself.
import {html, render} from 'lit-html';
import {call, get, Refused} from './api.js';

const AGAIN = 3000;
const KINDS = ['model', 'tool', 'process', 'http', 'other'];

/** @param {HTMLElement} root */
export async function open(root) {
  document.title = 'System · Waybill';
  const host = await get('/.well-known/openwop');

  async function look() {
    const ready = await get('/ready').then(() => '', (refused) => (refused instanceof Refused ? refused.message : String(refused)));
    const text = await call('/metrics', {headers: {Accept: 'text/plain'}}).then((answer) => answer.text());
    const value = (/** @type {string} */ name) => text.split('\n').find((line) => line.startsWith(`${name} `))?.split(' ')[1] ?? '–';
    render(
      html`
        <h1>System</h1>
        <section class="card verdict ${ready ? 'bad' : 'good'}"><h2>${ready ? 'Not ready' : 'Ready'}</h2><p>${ready || 'The host takes work, and its store answers.'}</p></section>
        <h2>Activities</h2>
        <div class="table"><table>
          <thead><tr><th>Kind</th><th>At work</th><th>Waiting</th><th>At most</th></tr></thead>
          <tbody>${KINDS.map((kind) => html`<tr><td>${kind}</td><td>${value(`waybill_activities_at_work{kind="${kind}"}`)}</td><td>${value(`waybill_activities_waiting{kind="${kind}"}`)}</td><td>${value(`waybill_activities_limit{kind="${kind}"}`)}</td></tr>`)}</tbody>
        </table></div>
        <h2>This host</h2>
        <dl class="facts card">
          <dt>Protocol</dt><dd>OpenWOP ${host.protocolVersion}</dd>
          <dt>Multi-agent level</dt><dd>${host.multiAgent?.executionModel?.version}</dd>
          <dt>Host id</dt><dd class="mono">${host.multiAgent?.executionModel?.crossHostCausation?.hostId}</dd>
          <dt>Version</dt><dd>${host.implementation?.version ?? ''}</dd>
        </dl>
      `,
      root,
    );
  }

  await look();
  const timer = window.setInterval(() => void (document.hidden ? null : look().catch(() => {})), AGAIN);
  return () => clearInterval(timer);
}
