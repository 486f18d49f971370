// @ts-check
// What a log says about steps: one row for each execution of a node, in the order of their beginnings, and which row
// led to which. A pure fold: the same events give the same rows, and one more event changes at most one row.

/**
 * @typedef {import('./live.js').RunEvent} RunEvent
 * @typedef {{key: string, node: string, title: string, state: string, began: RunEvent, ended?: RunEvent, parent: number, events: RunEvent[], child?: string, tries: number, index: number}} Row
 */

const ENDS = {'node.completed': 'completed', 'node.failed': 'failed', 'node.skipped': 'cancelled', 'node.cancelled': 'cancelled'};
const RUN_ENDS = {'run.completed': 'completed', 'run.failed': 'failed', 'run.cancelled': 'cancelled'};

export class Steps {
  constructor() {
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Map<string, number>} event to row */
    this.of = new Map();
    /** @type {Map<string, number>} the latest row of a node */
    this.latest = new Map();
    /** @type {RunEvent | undefined} */
    this.firstFailure = undefined;
  }

  /** @param {RunEvent} event */
  add(event) {
    const index = this.#place(event);
    if (index < 0) return;
    this.of.set(event.eventId, index);
    const row = this.rows[index];
    row.events.push(event);
    const end = /** @type {Record<string, string>} */ (ENDS)[event.type] ?? (event.nodeId ? undefined : /** @type {Record<string, string>} */ (RUN_ENDS)[event.type]);
    if (end) {
      row.state = end;
      row.ended = event;
    } else if (event.type === 'node.suspended') row.state = 'waiting-input';
    else if (event.type === 'node.resumed') row.state = 'running';
    else if (event.type === 'node.retried') row.tries++;
    else if (event.type === 'node.dispatched') row.child = event.payload.childRunId;
    if (event.type === 'node.failed' && !this.firstFailure) this.firstFailure = event;
  }

  /** @param {RunEvent} event */
  #place(event) {
    if (event.type === 'run.started') return this.#begin(event, 'run', 'run started', 'completed');
    if (event.type in RUN_ENDS) return this.#begin(event, 'run', event.type.replace('.', ' '), 'running');
    if (event.type === 'node.started') {
      const known = this.latest.get(event.nodeId ?? '');
      const again = known !== undefined && !this.rows[known].ended;
      return again ? known : this.#begin(event, event.nodeId ?? '', event.nodeId ?? '', 'running');
    }
    if (event.nodeId !== undefined) return this.latest.get(event.nodeId) ?? this.#begin(event, event.nodeId, event.nodeId, 'running');
    return this.of.get(event.causationId ?? '') ?? (this.rows.length ? 0 : -1);
  }

  /** @param {RunEvent} event @param {string} node @param {string} title @param {string} state */
  #begin(event, node, title, state) {
    const index = this.rows.length;
    const ordinal = event.payload?.ordinal ?? 1;
    const parent = this.of.get(event.causationId ?? '') ?? (index ? index - 1 : -1);
    this.rows.push({key: `${node}#${index}`, node, title: ordinal > 1 ? `${title} · ${ordinal}` : title, state, began: event, parent, events: [], tries: 1, index});
    this.latest.set(node, index);
    return index;
  }
}
