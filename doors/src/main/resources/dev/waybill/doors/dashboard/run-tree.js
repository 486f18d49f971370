// @ts-check
// Which lines the graph and the timeline show: steps in lanes, with fan-outs and loops that fold, child runs that open
// in place, and branches where they part. Pure but for what somebody has opened.
import {lanes} from './lanes.js';
import {folded} from './run-folds.js';
import {NestedRuns} from './run-nested.js';

/**
 * @typedef {import('./steps.js').Row} Row
 * @typedef {import('./steps.js').Child} Child
 * @typedef {{runId: string, status: string, mode: string, from: number, events?: number, isSource?: boolean}} Branch
 * @typedef {{base: number, outer: number[], grey: boolean}} Level where it stands: its first lane, and the lanes left of it that go on
 * @typedef {{kind: 'step' | 'fan' | 'loop' | 'child' | 'branch' | 'note', key: string, run: string, title: string, row?: Row, rows?: Row[],
 *   child?: Child, branch?: Branch, cell: import('./lanes.js').Cell, width: number, level: Level, opens: boolean, open: boolean,
 *   fan?: {key: string, count: number}, round?: number, rounds?: number}} Line
 */

const LONE = {lane: 0, from: -1, through: [], stays: false};
const DEEPEST = 12;

export class Tree {
  /** @param {string} run @param {import('./steps.js').Steps} steps @param {() => void} changed @param {(rows: import('./changes.js').RunRow[]) => void} heard */
  constructor(run, steps, changed, heard) {
    this.run = run;
    this.steps = steps;
    this.changed = changed;
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Map<string, boolean>} what somebody opened or folded by hand */
    this.said = new Map();
    this.nested = new NestedRuns(() => this.again(), heard);
    /** @type {Branch[]} */
    this.branches = [];
  }

  /** Puts the lines together anew. */
  build() {
    this.lines = [];
    this.#walk(this.run, this.steps, this.branches, {base: 0, outer: [], grey: false});
  }

  /** A run that was forked from this one, or changed since. @param {import('./changes.js').RunRow} row */
  branched(row) {
    const known = this.branches.find((it) => it.runId === row.runId);
    // The list may answer with what was true before the stream told more.
    if (known && row.events < (known.events ?? 0)) return;
    if (known) Object.assign(known, {status: row.status, events: row.events});
    else this.branches.push({runId: row.runId, status: row.status, events: row.events, mode: row.forkedFrom?.mode ?? 'branch', from: Number(row.forkedFrom?.sequence ?? 0)});
  }

  /** Something outside the run's own log has changed. */
  again() {
    this.build();
    this.changed();
  }

  /** @param {Line} line */
  toggle(line) {
    if (line.opens) this.#say(line.run, line.key, !line.open);
  }

  /** @param {Line} line the first step of an open fan-out */
  fold(line) {
    if (line.fan) this.#say(line.run, line.fan.key, false);
  }

  /** @param {string} run @param {string} key @param {boolean} open */
  #say(run, key, open) {
    this.said.set(`${run}/${key}`, open);
    this.again();
  }

  /** Opens whatever hides a row, and says where it is. @param {number} index of this run's own row */
  show(index) {
    const row = this.steps.rows[index];
    const hides = this.lines.find((line) => line.run === this.run && !line.open && line.rows?.includes(row));
    if (hides) this.toggle(hides);
    return this.lines.findIndex((line) => line.run === this.run && line.row === row);
  }

  close() {
    this.nested.close();
  }

  /** @param {string} run @param {import('./steps.js').Steps} steps @param {Branch[]} branches @param {Level} level */
  #walk(run, steps, branches, level) {
    const items = folded(steps.rows, (key, otherwise) => this.said.get(`${run}/${key}`) ?? otherwise);
    const {cells, width} = lanes(items);
    const parting = [...branches].sort((a, b) => a.from - b.from);
    items.forEach((item, index) => {
      const began = (item.row ?? item.rows?.[0])?.began.sequence ?? 0;
      while (parting.length && parting[0].from <= began) {
        this.#branch(/** @type {Branch} */ (parting.shift()), run, inner(level, width, cells[index], true));
      }
      const children = item.row?.children ?? [];
      const open = item.kind === 'step' ? children.length > 0 && (this.said.get(`${run}/${item.key}`) ?? false) : item.open;
      this.lines.push({...item, run, cell: cells[index], width, level, opens: item.kind !== 'step' || children.length > 0, open});
      if (item.kind === 'step' && open) this.#children(children, run, inner(level, width, cells[index], false));
    });
    for (const branch of parting) this.#branch(branch, run, inner(level, width, LONE, true));
  }

  /** @param {Child[]} children @param {string} run @param {Level} level */
  #children(children, run, level) {
    for (const child of children) {
      const key = `child:${child.run}`;
      const opens = level.base < DEEPEST;
      const open = opens && (this.said.get(`${run}/${key}`) ?? children.length === 1);
      const here = {...level, grey: level.grey || child.superseded !== undefined};
      this.lines.push({kind: 'child', key, run, title: child.title, child, cell: LONE, width: 1, level: here, opens, open});
      if (open) this.#inside(child.run, 0, inner(here, 1, LONE, false));
    }
  }

  /** @param {Branch} branch @param {string} run @param {Level} level */
  #branch(branch, run, level) {
    const key = `branch:${branch.runId}`;
    const open = this.said.get(`${run}/${key}`) ?? false;
    const here = {...level, grey: level.grey || branch.isSource === true};
    const title = branch.isSource ? 'its source went on' : `a ${branch.mode} parts here`;
    this.lines.push({kind: 'branch', key, run, title, branch, cell: LONE, width: 1, level: here, opens: true, open});
    if (open) this.#inside(branch.runId, branch.from, inner(here, 1, LONE, false));
  }

  /** @param {string} run @param {number} from @param {Level} level */
  #inside(run, from, level) {
    const nested = this.nested.of(run, from);
    if (nested.problem || nested.steps.rows.length === 0) {
      const title = nested.problem || (nested.loaded ? 'nothing has happened in it yet' : 'loading …');
      this.lines.push({kind: 'note', key: `note:${run}`, run, title, cell: LONE, width: 1, level, opens: false, open: false});
    }
    this.#walk(run, nested.steps, [], level);
  }
}

/** The level beside a line: right of its lanes, which go on. @param {Level} level @param {number} width @param {import('./lanes.js').Cell} cell @param {boolean} above */
function inner(level, width, cell, above) {
  const own = above ? [...cell.through, ...(cell.from >= 0 ? [cell.from] : [])] : [...cell.through, ...(cell.stays ? [cell.lane] : [])];
  return {base: level.base + width, outer: [...level.outer, ...new Set(own.map((lane) => level.base + lane))], grey: level.grey};
}
