// @ts-check
// The log itself: newest first, by kind, by node and by text, a payload only when it is opened. What is filtered for
// stands in the address.
import {html} from 'lit-html';
import {rowWindow} from './rows.js';

/** @typedef {import('./live.js').RunEvent} RunEvent */
/** @typedef {{kind: string, node: string, q: string}} Filter */

/**
 * @param {HTMLElement} root
 * @param {RunEvent[]} events
 * @param {Filter} filter as the address has it
 * @param {{chosen: (event: RunEvent) => void, filtered: (filter: Filter) => void}} page
 */
export function runEvents(root, events, filter, page) {
  const wanted = {...filter};
  /** @type {RunEvent[]} */
  let shown = [];
  let current = -1;
  /** @type {Map<string, number>} */
  const kinds = new Map();
  /** @type {Map<string, number>} */
  const nodes = new Map();
  const matches = (/** @type {RunEvent} */ event) =>
    (!wanted.kind || event.type === wanted.kind || event.type.startsWith(`${wanted.kind}.`)) &&
    (!wanted.node || event.nodeId === wanted.node) &&
    (!wanted.q || `${event.type} ${event.nodeId ?? ''} ${event.sequence}`.toLowerCase().includes(wanted.q.trim().toLowerCase()));
  const rows = rowWindow(root, {
    count: () => shown.length,
    at: (index) => shown[shown.length - 1 - index],
    key: (event) => String(event.sequence),
    row: (event, index, tab) => html`
      <button class="row" data-row=${index} tabindex=${tab} aria-current=${event.sequence === current} @click=${() => choose(event)}>
        <span class="mono quiet seq">${event.sequence}</span>
        <span class="name ${/(^|\.)failed$|diverged/.test(event.type) ? 'bad' : ''}">${event.type}</span>
        <span class="quiet name">${event.nodeId ?? ''}</span>
        <span class="far hide-small">${new Date(event.timestamp).toLocaleTimeString()}</span>
      </button>
    `,
    empty: 'No event fits.',
  });
  const choose = (/** @type {RunEvent} */ event) => {
    current = event.sequence;
    rows.soon();
    page.chosen(event);
  };
  const count = (/** @type {RunEvent[]} */ fresh) => {
    for (const event of fresh) {
      kinds.set(event.type, (kinds.get(event.type) ?? 0) + 1);
      if (event.nodeId) nodes.set(event.nodeId, (nodes.get(event.nodeId) ?? 0) + 1);
    }
  };
  const set = (/** @type {Partial<Filter>} */ more) => {
    Object.assign(wanted, more);
    shown = events.filter(matches);
    root.scrollTo({top: 0});
    rows.soon();
    page.filtered(wanted);
  };
  const choice = (/** @type {'kind' | 'node'} */ name, /** @type {string} */ label, /** @type {Map<string, number>} */ from) => html`
    <label>${label}<select aria-label=${label} @change=${(/** @type {Event} */ event) => set({[name]: /** @type {HTMLSelectElement} */ (event.target).value})}>
      <option value="" ?selected=${!wanted[name]}>all</option>
      ${[...new Set([...from.keys(), ...(wanted[name] ? [wanted[name]] : [])])].sort().map((it) => html`<option value=${it} ?selected=${wanted[name] === it}>${it} (${from.get(it) ?? 0})</option>`)}
    </select></label>`;
  return {
    /** @param {RunEvent[]} fresh */
    grew(fresh) {
      count(fresh);
      shown.push(...fresh.filter(matches));
      rows.soon();
    },
    tools: () => html`
      ${choice('kind', 'Kind', kinds)} ${choice('node', 'Node', nodes)}
      <label>Search<input type="search" placeholder="text or number" .value=${wanted.q} @input=${(/** @type {InputEvent} */ event) => set({q: /** @type {HTMLInputElement} */ (event.target).value})}></label>
      <span class="quiet">${shown.length === events.length ? `${events.length} events` : `${shown.length} of ${events.length} events`}</span>`,
    set,
    close: rows.close,
  };
}
