// @ts-check
// What a step asked its models: the messages in their order, the tools that were offered, the answer, what it used. All
// of it is text of others: shown as text, never as markup.
import {html} from 'lit-html';
import {json} from './words.js';

/** @param {number | null | undefined} cost */
export const dollars = (cost) => (cost === null || cost === undefined ? '' : `$${Number(cost) < 0.01 ? Number(cost).toPrecision(2) : Number(cost).toFixed(2)}`);

/** @param {any} call */
const used = (call) => [`${call.inputTokens} tokens in`, `${call.outputTokens} out`, call.cacheHit ? 'cached' : '', dollars(call.costEstimateUsd)].filter(Boolean).join(' · ');

/** @param {any[]} calls */
export function modelCalls(calls) {
  if (!calls.length) return '';
  return html`<section class="part"><h3>${calls.length === 1 ? 'Model call' : `${calls.length} model calls`}</h3>
    ${calls.map((call, index) => html`<details ?open=${calls.length === 1 || index === calls.length - 1}>
      <summary><span class="mono">${call.model}</span> <span class="quiet">${call.provider} · ${used(call)}</span></summary>
      ${call.withheld ? html`<p class="quiet">This run handles something sensitive, so its words are not shown.</p>` : ''}
      ${call.unreadable ? html`<p class="bad">What was recorded cannot be read: ${call.unreadable}</p>` : ''}
      ${(call.messages ?? []).map(message)}
      ${call.answer ? message({...call.answer, role: 'answer', kind: call.kind}) : ''}
      ${call.tools?.length ? html`<details><summary>${call.tools.length === 1 ? 'One tool was offered' : `${call.tools.length} tools were offered`}: ${call.tools.map((/** @type {any} */ it) => it.name).join(', ')}</summary>${json(call.tools)}</details>` : ''}
      ${call.settings ? html`<details><summary>Settings</summary>${json(call.settings)}</details>` : ''}
      ${call.key ? html`<p class="quiet">Key <span class="mono wrap">${call.key}</span></p>` : ''}
    </details>`)}
  </section>`;
}

/** @param {any} said */
function message(said) {
  const parts = Array.isArray(said.content) ? said.content : [{type: 'text', text: String(said.content ?? '')}];
  return html`<div class="said ${said.role}"><span class="quiet">${said.role}${said.kind && said.kind !== 'completed' ? ` (${said.kind})` : ''}</span>${parts.map(part)}</div>`;
}

/** @param {any} it */
function part(it) {
  switch (it.type) {
    case 'text':
      return html`<p class="words">${it.text}</p>`;
    case 'reasoning':
      return html`<p class="words quiet">${it.text}</p>`;
    case 'tool-call':
      return html`<p>calls <code>${it.name}</code></p>${json(it.arguments)}`;
    case 'tool-result':
      return html`<p class=${it.isError ? 'bad' : ''}>${it.isError ? 'error of' : 'result of'} <code>${it.name}</code></p>${json(it.content)}`;
    default:
      return json(it);
  }
}

/** The tools that an agent called, each with what came back. @param {import('./live.js').RunEvent[]} events */
export function toolCalls(events) {
  const called = events.filter((event) => event.type === 'agent.toolCalled');
  if (!called.length) return '';
  const back = new Map(events.filter((event) => event.type === 'agent.toolReturned').map((event) => [event.payload.callId, event.payload]));
  return html`<section class="part"><h3>Tools</h3>${called.map((event) => {
    const result = back.get(event.payload.callId);
    return html`<details><summary><code>${event.payload.toolName}</code> <span class=${result?.error ? 'bad' : 'quiet'}>${result ? (result.status ?? (result.error ? 'failed' : 'returned')) : 'no answer yet'}</span></summary>
      ${event.payload.inputs === undefined ? '' : json(event.payload.inputs)}${result ? json(result.error ?? result.outcome ?? null) : ''}</details>`;
  })}</section>`;
}
