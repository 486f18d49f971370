// @ts-check
// The log itself: newest first, filtered by what somebody typed, a payload only when it is opened.
import {html} from 'lit-html';
import {rowWindow} from './rows.js';

/**
 * @param {HTMLElement} root
 * @param {import('./live.js').RunEvent[]} events
 * @param {(event: import('./live.js').RunEvent) => void} chosen
 */
export function runEvents(root, events, chosen) {
  let wanted = '';
  /** @type {import('./live.js').RunEvent[]} */
  let shown = [];
  let current = -1;
  const matches = (/** @type {import('./live.js').RunEvent} */ event) => `${event.type} ${event.nodeId ?? ''}`.toLowerCase().includes(wanted);
  const rows = rowWindow(root, {
    count: () => shown.length,
    at: (index) => shown[shown.length - 1 - index],
    key: (event) => String(event.sequence),
    row: (event) => html`
      <button class="row" aria-current=${event.sequence === current} @click=${() => choose(event)}>
        <span class="mono quiet">${event.sequence}</span>
        <span class="name">${event.type}</span>
        <span class="quiet">${event.nodeId ?? ''}</span>
        <span class="far hide-small">${new Date(event.timestamp).toLocaleTimeString()}</span>
      </button>
    `,
    empty: 'No event fits.',
  });
  const choose = (/** @type {import('./live.js').RunEvent} */ event) => {
    current = event.sequence;
    rows.soon();
    chosen(event);
  };
  return {
    /** @param {import('./live.js').RunEvent[]} fresh */
    grew(fresh) {
      shown.push(...fresh.filter(matches));
      rows.soon();
    },
    /** @param {string} text */
    filter(text) {
      wanted = text.trim().toLowerCase();
      shown = events.filter(matches);
      rows.soon();
    },
    close: rows.close,
  };
}
