// @ts-check
// Other runs, opened in place: a child run below the step that handed over to it, or a branch where it parts. Their
// events come when somebody opens them; which of them has moved comes over one stream for all, so that a page needs no
// more connections the more of them are open.
import {get} from './api.js';
import {followRuns} from './changes.js';
import {Steps} from './steps.js';

class Nested {
  /** @param {string} run @param {number} from the first event that is its own @param {() => void} changed */
  constructor(run, from, changed) {
    this.run = run;
    this.steps = new Steps();
    this.problem = '';
    this.loaded = false;
    this.last = from - 1;
    this.changed = changed;
    this.asking = false;
    this.stale = false;
  }

  /** Asks for what comes behind the last event; one question at a time. */
  async look() {
    if (this.asking) {
      this.stale = true;
      return;
    }
    this.asking = true;
    do {
      this.stale = false;
      await this.#more();
    } while (this.stale);
    this.asking = false;
  }

  async #more() {
    try {
      const page = await get(`/v1/runs/${encodeURIComponent(this.run)}/events?lastSequence=${this.last}`);
      for (const event of page.events) {
        this.last = event.sequence;
        this.steps.add(event);
      }
      this.problem = '';
    } catch (refused) {
      this.problem = /** @type {Error} */ (refused).message;
    }
    this.loaded = true;
    this.changed();
  }
}

export class NestedRuns {
  /** @param {() => void} changed @param {(rows: import('./changes.js').RunRow[]) => void} heard what changed among all runs */
  constructor(changed, heard) {
    this.changed = changed;
    this.heard = heard;
    /** @type {Map<string, Nested>} */
    this.all = new Map();
    /** @type {ReturnType<typeof followRuns> | null} */
    this.stream = null;
  }

  /** @param {string} run @param {number} from */
  of(run, from) {
    let nested = this.all.get(run);
    if (!nested) {
      nested = new Nested(run, from, this.changed);
      this.all.set(run, nested);
      void this.follow().then(() => nested?.look());
    }
    return nested;
  }

  /** Resolves when nothing is missed any more. */
  follow() {
    this.stream ??= followRuns({runs: (rows) => this.#tell(rows), reset: () => this.#lookAtAll()});
    return this.stream.opened;
  }

  /** @param {import('./changes.js').RunRow[]} rows */
  #tell(rows) {
    for (const row of rows) {
      const nested = this.all.get(row.runId);
      if (nested && row.events > nested.last + 1) void nested.look();
    }
    this.heard(rows);
  }

  #lookAtAll() {
    for (const nested of this.all.values()) void nested.look();
  }

  close() {
    this.stream?.close();
  }
}
