// @ts-check
// Small texts that every page needs: times, durations, states.
import {html} from 'lit-html';

const WAITING = new Set(['waiting', 'retrying', 'waiting-approval', 'waiting-input', 'waiting-external', 'paused']);
const ENDED = new Set(['completed', 'failed', 'cancelled']);
const BAD = new Set(['failed', 'rejected', 'timed-out']);

/** @param {string} status @param {boolean} [gaveUp] */
export function badge(status, gaveUp = false) {
  const kind = gaveUp || BAD.has(status) ? 'bad' : WAITING.has(status) ? 'waits' : status === 'completed' ? 'good' : status === 'cancelled' || status === 'cancelling' ? 'off' : 'runs';
  return html`<span class="badge ${kind}">${gaveUp ? 'gave up' : status}</span>`;
}

/** Whom a run waits for, in words. @param {import('./changes.js').RunRow} row */
export function waitsFor(row) {
  const at = row.currentNodeId ? ` at ${row.currentNodeId}` : '';
  const open = row.children?.open ?? 0;
  if (row.status === 'waiting-approval') return `a decision${at}`;
  if (row.status === 'waiting-input') return `an answer${at}`;
  if (row.status === 'paused') return 'somebody to resume it';
  if (open && !ENDED.has(row.status)) return open === 1 ? 'its child run' : `${open} child runs`;
  return row.status === 'waiting-external' ? `${row.session ? 'its agent' : 'another system'}${at}` : '';
}

/** @param {number} ms */
export function duration(ms) {
  if (ms < 1) return '< 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60 ? `${minutes} min ${Math.round((ms % 60_000) / 1000)} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @param {string | undefined} instant */
export function ago(instant) {
  if (!instant) return '';
  const ms = Date.now() - Date.parse(instant);
  return html`<time datetime=${instant} title=${new Date(instant).toLocaleString()}>${ms < 5000 ? 'just now' : ms < 60_000 ? `${Math.round(ms / 1000)} s ago` : `${duration(ms).replace(/ \d+ s$/, '')} ago`}</time>`;
}

/** @param {string} instant */
export function until(instant) {
  const ms = Date.parse(instant) - Date.now();
  return html`<time datetime=${instant} title=${new Date(instant).toLocaleString()}>${ms > 0 ? `due in ${duration(ms).replace(/ \d+ s$/, '')}` : 'overdue'}</time>`;
}

/** @param {string} id */
export const short = (id) => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id);

/** Names are texts of agents and authors: lit escapes them, and nothing here makes markup of them. @param {unknown} value */
export const json = (value) => html`<pre class="json" tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;
