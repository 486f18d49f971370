// @ts-check
// Another run, opened in place: a child run below the step that handed over to it, or a branch where it parts. Its
// events come when somebody opens it; while it runs, it is asked for what comes behind the last one. A browser keeps few
// connections to a host, so only the page's own run has a stream.
import {get} from './api.js';
import {Steps} from './steps.js';

const AGAIN = 1000;

export class Nested {
  /** @param {string} run @param {number} from the first event that is its own @param {() => void} changed */
  constructor(run, from, changed) {
    this.run = run;
    this.steps = new Steps();
    this.problem = '';
    this.loaded = false;
    this.from = from;
    this.last = from - 1;
    this.changed = changed;
    this.timer = 0;
    this.closed = false;
    void this.look();
  }

  async look() {
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
    if (!this.steps.ended && !this.closed && !this.problem) this.timer = window.setTimeout(() => void this.look(), AGAIN);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
