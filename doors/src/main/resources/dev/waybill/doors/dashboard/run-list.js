// @ts-check
// What the list of runs knows: pages of it as they were asked for, and what changed since. Rows are in the order of
// their ids, newest first; children stand under their parents once somebody has opened them.
import {get} from './api.js';

/** @typedef {import('./changes.js').RunRow} RunRow */
/** @typedef {{row: RunRow, child: boolean}} Item */

const PAGE = 100;

export class RunList {
  /** @param {{status: string, search: string}} filter */
  constructor(filter) {
    this.filter = filter;
    /** @type {Map<string, RunRow>} */
    this.roots = new Map();
    /** @type {Map<string, Map<string, RunRow>>} */
    this.opened = new Map();
    this.cursor = '';
    this.done = false;
    this.asking = false;
    /** @type {Item[]} */
    this.items = [];
  }

  /** The next page; nothing while one is on its way. */
  async more() {
    if (this.done || this.asking) return;
    this.asking = true;
    try {
      const query = new URLSearchParams({limit: String(PAGE)});
      // Whoever looks for one state wants every run in it, children too.
      if (!this.filter.status && !this.filter.search) query.set('roots', 'true');
      if (this.filter.status) query.set('status', this.filter.status);
      if (this.filter.search) query.set('search', this.filter.search);
      if (this.cursor) query.set('cursor', this.cursor);
      const page = await get(`/v1/runs?${query}`);
      for (const row of page.runs) keepNewest(this.roots, row);
      this.cursor = page.nextCursor ?? '';
      this.done = !this.cursor;
    } finally {
      this.asking = false;
      this.arrange();
    }
  }

  /** What the stream told. @param {RunRow[]} rows */
  changed(rows) {
    for (const row of rows) {
      const parent = row.parentRunId ?? '';
      const family = this.roots.get(parent);
      if (family && row.siblings) this.roots.set(parent, {...family, children: row.siblings});
      const open = this.opened.get(parent);
      if (open) keepNewest(open, row);
      if (this.roots.has(row.runId) || (!this.isFolded(parent) && this.isInSight(row))) keepNewest(this.roots, row);
      if (!this.isWanted(row)) this.roots.delete(row.runId);
    }
    this.arrange();
  }

  /** @param {string} parent */
  isFolded(parent) {
    return parent !== '' && !this.filter.status && !this.filter.search;
  }

  /** Older ones come with their page. @param {RunRow} row */
  isInSight(row) {
    return this.isWanted(row) && (this.done || row.runId > this.cursor);
  }

  /** @param {RunRow} row */
  isWanted(row) {
    const text = this.filter.search.toLowerCase();
    return (
      (!this.filter.status || this.filter.status.split(',').includes(row.status)) &&
      (!text || row.runId.toLowerCase().startsWith(text) || row.workflowId.toLowerCase().includes(text))
    );
  }

  /** Shows a run's children, or hides them. @param {string} run */
  async toggle(run) {
    if (this.opened.delete(run)) {
      this.arrange();
      return;
    }
    const page = await get(`/v1/runs?parentRunId=${encodeURIComponent(run)}&limit=${PAGE}`);
    this.opened.set(run, new Map(page.runs.map((/** @type {RunRow} */ row) => [row.runId, row])));
    this.arrange();
  }

  arrange() {
    this.items = [];
    for (const row of newestFirst(this.roots)) {
      this.items.push({row, child: false});
      const children = this.opened.get(row.runId);
      if (children) for (const child of newestFirst(children).reverse()) this.items.push({row: child, child: true});
    }
  }
}

/** Of two rows of one run the one with more events is newer. @param {Map<string, RunRow>} into @param {RunRow} row */
function keepNewest(into, row) {
  const known = into.get(row.runId);
  if (!known || known.events <= row.events) into.set(row.runId, {children: known?.children, ...row});
}

/** @param {Map<string, RunRow>} rows */
const newestFirst = (rows) => [...rows.values()].sort((a, b) => (a.runId < b.runId ? 1 : -1));
