// @ts-check
// What a log says about steps: one row for each execution of a node, in the order of their beginnings, and which row
// led to which. A pure fold: the same events give the same rows, and one more event changes at most one row.

/**
 * @typedef {import('./live.js').RunEvent} RunEvent
 * @typedef {{from: number, to?: number, why: 'waits' | 'elsewhere'}} Span a time in which a step does not work itself
 * @typedef {{run: string, title: string, status: string, from: number, to?: number, superseded?: string}} Child
 * @typedef {{calls: number, input: number, output: number, cost: number | null}} Usage
 * @typedef {{key: string, node: string, title: string, ordinal: number, state: string, began: RunEvent, ended?: RunEvent,
 *   parent: number, events: RunEvent[], children: Child[], spans: Span[], usage: Usage, tries: number, index: number,
 *   superseded?: string}} Row
 */

/** @type {Record<string, string>} */
const ENDS = {'node.completed': 'completed', 'node.failed': 'failed', 'node.skipped': 'skipped', 'node.cancelled': 'cancelled'};
/** @type {Record<string, string>} */
const RUN_ENDS = {'run.completed': 'completed', 'run.failed': 'failed', 'run.cancelled': 'cancelled'};
/** @type {Record<string, string>} */
const CHILD_ENDS = {'child.completed': 'completed', 'child.failed': 'failed', 'child.cancelled': 'cancelled'};
/** A worker that failed ends no run, and is still the first thing that somebody looks for. */
const FAILED = new Set(['child.failed', 'dispatch.failed']);
const REJECTED = {fail: 'not taken over', revise: 'superseded: sent back'};

const at = (/** @type {RunEvent} */ event) => Date.parse(event.timestamp);

export class Steps {
  constructor() {
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Map<string, number>} event to row */
    this.of = new Map();
    /** @type {Map<string, number>} the latest row of a node */
    this.latest = new Map();
    /** @type {Map<string, number>} child run to the row that handed over to it */
    this.handedBy = new Map();
    /** @type {RunEvent | undefined} */
    this.firstFailure = undefined;
    this.ended = false;
  }

  /** @param {RunEvent} event @returns {Row | undefined} the row that it changed */
  add(event) {
    const index = this.#place(event);
    if (index < 0) return undefined;
    this.of.set(event.eventId, index);
    const row = this.rows[index];
    row.events.push(event);
    const end = ENDS[event.type] ?? (event.nodeId ? undefined : RUN_ENDS[event.type]);
    if (end) this.#end(row, event, end);
    else this.#told(row, event);
    if (!this.firstFailure && (event.type === 'node.failed' || FAILED.has(event.payload?.phase))) this.firstFailure = event;
    return row;
  }

  /** @param {Row} row @param {RunEvent} event @param {string} end */
  #end(row, event, end) {
    row.state = end;
    row.ended = event;
    close(row, event);
    if (event.type in RUN_ENDS) this.ended = true;
    const status = row.children.length === 1 ? event.payload?.outputs?.childStatus : undefined;
    for (const child of row.children) if (child.status === 'running') over(child, status ?? (end === 'completed' ? 'completed' : end), event);
  }

  /** @param {Row} row @param {RunEvent} event */
  #told(row, event) {
    const said = event.payload ?? {};
    switch (event.type) {
      case 'node.started':
        close(row, event);
        row.state = 'running';
        if (said.delayMs) row.spans.push({from: at(event), why: 'waits'});
        break;
      case 'node.suspended':
        row.state = 'waiting-input';
        row.spans.push({from: at(event), why: 'waits'});
        break;
      case 'node.resumed':
        row.state = 'running';
        close(row, event);
        break;
      case 'node.retried':
        row.tries++;
        row.state = 'retrying';
        row.spans.push({from: at(event), why: 'waits'});
        break;
      case 'node.dispatched':
        this.#child(row, said.childRunId, said.childWorkflowId, event);
        break;
      case 'core.workflowChain.event':
        this.#handOver(row, said, event);
        break;
      case 'agent.verified':
        this.#judged(row, event);
        break;
      case 'provider.usage':
        used(row.usage, said);
        break;
      default:
    }
  }

  /** @param {Row} row @param {string} run @param {string} title @param {RunEvent} event */
  #child(row, run, title, event) {
    const known = row.children.find((child) => child.run === run);
    if (known) return known;
    const child = {run, title: title ?? 'child run', status: 'running', from: at(event)};
    row.children.push(child);
    this.handedBy.set(run, row.index);
    if (!row.spans.some((span) => span.why === 'elsewhere' && span.to === undefined)) row.spans.push({from: at(event), why: 'elsewhere'});
    return child;
  }

  /** @param {Row} row @param {any} said @param {RunEvent} event */
  #handOver(row, said, event) {
    if (!said.childRunId) return;
    const child = this.#child(row, said.childRunId, said.workerId, event);
    child.title = said.workerId ?? child.title;
    if (CHILD_ENDS[said.phase]) over(child, CHILD_ENDS[said.phase], event);
    if (row.children.every((it) => it.status !== 'running')) close(row, event);
  }

  /** A critic's own run is over when it has judged. @param {Row} row @param {RunEvent} event */
  #judged(row, event) {
    const verdict = event.payload;
    const critic = row.children.findLast((child) => child.status === 'running' && child.run !== verdict.target);
    if (critic) over(critic, 'completed', event);
    const why = /** @type {Record<string, string>} */ (REJECTED)[verdict.verdict];
    const by = this.handedBy.get(verdict.target);
    const child = by === undefined ? undefined : this.rows[by].children.find((it) => it.run === verdict.target);
    if (child && why) child.superseded = why;
  }

  /** @param {RunEvent} event */
  #place(event) {
    if (event.type === 'run.started') return this.#begin(event, 'run', 'run started', 'completed');
    if (event.type in RUN_ENDS) return this.#begin(event, 'run', event.type.replace('.', ' '), 'running');
    if (event.type === 'node.started') {
      const known = this.latest.get(event.nodeId ?? '');
      const again = known !== undefined && !this.rows[known].ended && (event.payload?.attempt ?? 1) > 1;
      return again ? known : this.#begin(event, event.nodeId ?? '', event.nodeId ?? '', 'running');
    }
    if (event.type === 'node.skipped') return this.#begin(event, event.nodeId ?? '', event.nodeId ?? '', 'skipped');
    if (event.nodeId !== undefined) return this.latest.get(event.nodeId) ?? this.#begin(event, event.nodeId, event.nodeId, 'running');
    return this.of.get(event.causationId ?? '') ?? (this.rows.length ? 0 : -1);
  }

  /** @param {RunEvent} event @param {string} node @param {string} title @param {string} state */
  #begin(event, node, title, state) {
    const index = this.rows.length;
    const before = this.latest.get(node);
    const ordinal = node === 'run' ? 1 : (event.payload?.ordinal ?? (before === undefined ? 1 : this.rows[before].ordinal + 1));
    const parent = this.of.get(event.causationId ?? '') ?? (index ? index - 1 : -1);
    this.rows.push({
      key: node === 'run' ? `run@${event.sequence}` : `${node}#${ordinal}`, node, title, ordinal, state, began: event, parent,
      events: [], children: [], spans: [], usage: {calls: 0, input: 0, output: 0, cost: null}, tries: 1, index,
    });
    this.latest.set(node, index);
    return index;
  }
}

/** @param {Row} row @param {RunEvent} event */
function close(row, event) {
  for (const span of row.spans) span.to ??= at(event);
}

/** @param {Child} child @param {string} status @param {RunEvent} event */
function over(child, status, event) {
  child.status = status;
  child.to = at(event);
}

/** @param {Usage} usage @param {any} said */
function used(usage, said) {
  usage.calls++;
  usage.input += said.inputTokens ?? 0;
  usage.output += said.outputTokens ?? 0;
  if (said.costEstimateUsd !== undefined) usage.cost = (usage.cost ?? 0) + Number(said.costEstimateUsd);
}

/** How long a row took in all, and how much of that it worked itself. @param {Row} row @param {number} now */
export function times(row, now) {
  const from = at(row.began);
  const to = row.ended ? at(row.ended) : now;
  const rest = row.spans.reduce((sum, span) => sum + Math.max(0, (span.to ?? to) - span.from), 0);
  return {from, to, all: to - from, worked: Math.max(0, to - from - rest)};
}

/** @param {Row} row */
export function kind(row) {
  if (row.superseded) return 'off';
  // A hand-over whose child failed is a step that ended, and still something to see.
  if (row.state === 'completed' && row.children.some((child) => child.status === 'failed')) return 'bad';
  return /** @type {Record<string, string>} */ ({completed: 'good', failed: 'bad', cancelled: 'off', skipped: 'off', running: 'runs', 'waiting-input': 'waits', retrying: 'waits'})[row.state] ?? 'runs';
}
