// @ts-check
// Time on a line. A run that waits three days for a person and works for two seconds would show nothing but the wait, so
// stretches in which nobody works can be shortened; the scale says so.
import {times} from './steps.js';

const SHORT = 0.06;

/** When somebody worked, in stretches that do not touch. @param {readonly import('./steps.js').Row[]} rows @param {number} now */
export function worked(rows, now) {
  /** @type {number[][]} */
  const pieces = [];
  for (const row of rows) {
    if (row.node === 'run') continue;
    const {from, to} = times(row, now);
    let at = from;
    for (const span of row.spans) {
      if (span.why !== 'waits') continue;
      pieces.push([at, Math.max(at, span.from)]);
      at = Math.max(at, span.to ?? to);
    }
    pieces.push([at, Math.max(at, to)]);
  }
  pieces.sort((a, b) => a[0] - b[0]);
  /** @type {number[][]} */
  const together = [];
  for (const [from, to] of pieces) {
    const last = together[together.length - 1];
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else together.push([from, to]);
  }
  return together;
}

/**
 * @param {readonly import('./steps.js').Row[]} rows @param {number} from @param {number} to @param {boolean} shortens
 * @returns {{x: (time: number) => number, left: number}} places from 0 to 1, and how much time was left out
 */
export function scale(rows, from, to, shortens) {
  const all = Math.max(1, to - from);
  const plain = {x: (/** @type {number} */ time) => (time - from) / all, left: 0};
  if (!shortens) return plain;
  const busy = worked(rows, to);
  /** @type {number[][]} */
  const gaps = [];
  let before = from;
  for (const [begins, ends] of [...busy, [to, to]]) {
    if (begins - before > all * SHORT * 2) gaps.push([before, begins]);
    before = Math.max(before, ends);
  }
  const left = gaps.reduce((sum, [a, b]) => sum + b - a, 0);
  if (!left || left >= all) return plain;
  const room = 1 - SHORT * gaps.length;
  return {
    left,
    x(time) {
      let out = 0;
      let place = 0;
      for (const [a, b] of gaps) {
        if (time <= a) break;
        place += SHORT * Math.min(1, (time - a) / (b - a));
        out += Math.min(time, b) - a;
      }
      return place + ((time - from - out) / (all - left)) * room;
    },
  };
}
