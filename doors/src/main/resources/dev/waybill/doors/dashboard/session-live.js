// @ts-check
// A session in the browser: lines of places as the stream tells them, in its order. A place comes once; what is told
// again replaces itself, and a place that something came from has been passed.
import {stream} from './stream.js';

/**
 * @typedef {{runId: string, sequence: number, stateTokenHash: string, parentStateTokenHash?: string, at: string, step?: string, title?: string, agent?: string,
 *   notes: boolean, artifacts: number, pending: {step: string, title: string, requireConfirmation: boolean} | null, blocked: number, checkpoints: number, receipt?: string}} Line
 * @typedef {{key: string, kind: 'start' | 'done' | 'pending' | 'end', line: Line, parent: number, standing: string}} Row
 */

export class SessionModel {
  constructor() {
    /** @type {Map<string, Line>} by the hash of their state token */
    this.lines = new Map();
    /** @type {Map<string, string>} */
    this.standings = new Map();
    /** @type {Map<string, any>} */
    this.runs = new Map();
    /** @type {Row[]} */
    this.rows = [];
  }

  /** @param {{runs?: any[], places?: Line[], standings?: Record<string, string>}} changes */
  take(changes) {
    for (const run of changes.runs ?? []) this.runs.set(run.runId, run);
    for (const line of changes.places ?? []) {
      this.lines.set(line.stateTokenHash, line);
      if (line.parentStateTokenHash) this.standings.delete(line.parentStateTokenHash);
    }
    for (const [hash, standing] of Object.entries(changes.standings ?? {})) this.standings.set(hash, standing);
    if (changes.places || changes.standings) this.#lay();
  }

  standing(/** @type {string} */ hash) {
    return this.standings.get(hash) ?? 'passed';
  }

  /** Where an agent would go on: of several trees, in the newest. */
  get preferred() {
    let found = '';
    for (const hash of this.lines.keys()) if (this.standing(hash) === 'preferred') found = hash;
    return found;
  }

  get branches() {
    return [...this.standings.values()].filter((standing) => standing !== 'passed').length;
  }

  get agents() {
    return [...new Set([...this.lines.values()].flatMap((line) => line.agent ?? []))];
  }

  /** A row for what led to each place; behind the end of a branch, one for what is pending there. */
  #lay() {
    /** @type {Map<string, number>} */
    const at = new Map();
    this.rows = [];
    for (const line of this.lines.values()) {
      const parent = at.get(line.parentStateTokenHash ?? '') ?? -1;
      const standing = this.standing(line.stateTokenHash);
      at.set(line.stateTokenHash, this.rows.length);
      this.rows.push({key: line.stateTokenHash, kind: line.parentStateTokenHash || line.step ? 'done' : 'start', line, parent, standing: 'passed'});
      if (standing !== 'passed') {
        this.rows.push({key: `${line.stateTokenHash} end`, kind: line.pending ? 'pending' : 'end', line, parent: this.rows.length - 1, standing});
      }
    }
  }
}

/**
 * One stream for a session.
 * @param {string} path
 * @param {{changes: (changes: any) => void, broken: (is: boolean) => void}} hears
 * @returns {() => void} ends it
 */
export const followSession = (path, hears) => stream((after) => `${path}/places${after ? `?after=${encodeURIComponent(after)}` : ''}`, {changes: hears.changes}, hears.broken);
