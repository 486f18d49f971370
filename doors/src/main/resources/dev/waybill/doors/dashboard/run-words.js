// @ts-check
// What models say while they say it, by step. Nothing of it is kept when the step has ended: its events say it then.

/** @typedef {{text: string, reasoning: string, tool: string}} Words */

const LONGEST = 20_000;

export class LiveWords {
  constructor() {
    /** @type {Map<string, Words & {attempt: number}>} */
    this.by = new Map();
  }

  /** @param {import('./live.js').LiveFrame} frame @returns {string} whose step it is */
  add(frame) {
    const key = `${frame.nodeId}#${frame.ordinal}`;
    let words = this.by.get(key);
    // Another attempt begins anew.
    if (!words || words.attempt !== frame.attempt) {
      words = {text: '', reasoning: '', tool: '', attempt: frame.attempt};
      this.by.set(key, words);
    }
    if (frame.kind === 'text') words.text = (words.text + frame.content).slice(-LONGEST);
    else if (frame.kind === 'reasoning') words.reasoning = (words.reasoning + frame.content).slice(-LONGEST);
    else if (frame.kind === 'tool-call') words.tool = frame.content.name;
    else if (frame.kind === 'progress') words.text = frame.content.message;
    return key;
  }

  /** @param {string} key */
  of(key) {
    return this.by.get(key);
  }

  /** The end of what is being said, for a line. @param {string} key */
  tail(key) {
    const words = this.by.get(key);
    const text = words?.text || words?.reasoning || '';
    return text.length > 80 ? `… ${text.slice(-80)}` : text;
  }

  /** @param {string} key */
  over(key) {
    this.by.delete(key);
  }
}
