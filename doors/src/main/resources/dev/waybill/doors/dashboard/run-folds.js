// @ts-check
// Steps that belong together, as one line: a fan-out (steps with one cause, side by side) and a loop (the same nodes
// again and again). A fold keeps the place of its first step; whatever followed from a folded step follows from the fold.

/**
 * @typedef {import('./steps.js').Row} Row
 * @typedef {{kind: 'step' | 'fan' | 'loop', key: string, title: string, row?: Row, rows?: Row[], parent: number, open: boolean,
 *   fan?: {key: string, count: number}, round?: number, rounds?: number}} Item
 */

const WIDE = 6;
const LONG = 10;

/**
 * @param {readonly Row[]} rows
 * @param {(key: string, otherwise: boolean) => boolean} isOpen
 * @returns {Item[]}
 */
export function folded(rows, isOpen) {
  const loops = loopsOf(rows);
  const fans = fansOf(rows, loops);
  /** @type {Item[]} */
  const items = [];
  /** @type {number[]} row to item */
  const place = new Array(rows.length).fill(-1);
  rows.forEach((row, index) => {
    const parent = row.parent < 0 ? -1 : place[row.parent];
    const loop = loops.of[index];
    const fan = fans.get(index);
    if (loop) {
      if (loop.rows[0] === row) {
        loop.open = isOpen(loop.key, loop.rounds <= LONG);
        loop.place = items.length;
        items.push({kind: 'loop', key: loop.key, title: loop.title, rows: loop.rows, rounds: loop.rounds, parent, open: loop.open});
      }
      if (!loop.open) {
        place[index] = loop.place;
        return;
      }
      place[index] = items.length;
      items.push({kind: 'step', key: row.key, title: row.title, row, parent: loop.rows[0] === row ? loop.place : parent, open: false, round: row.ordinal});
      return;
    }
    if (fan) {
      const first = fan.rows[0] === row;
      if (first) {
        fan.open = isOpen(fan.key, fan.rows.length < WIDE);
        fan.place = items.length;
        if (!fan.open) items.push({kind: 'fan', key: fan.key, title: `${fan.rows.length} side by side`, rows: fan.rows, parent, open: false});
      }
      if (!fan.open) {
        place[index] = fan.place;
        return;
      }
      place[index] = items.length;
      items.push({kind: 'step', key: row.key, title: row.title, row, parent, open: false, ...(first ? {fan: {key: fan.key, count: fan.rows.length}} : {})});
      return;
    }
    place[index] = items.length;
    items.push({kind: 'step', key: row.key, title: row.title, row, parent, open: false});
  });
  return items;
}

/** Unbroken stretches of nodes that came more than once. @param {readonly Row[]} rows */
function loopsOf(rows) {
  const again = new Set(rows.filter((row) => row.ordinal > 1).map((row) => row.node));
  /** @type {({key: string, title: string, rows: Row[], rounds: number, open: boolean, place: number} | undefined)[]} */
  const of = new Array(rows.length);
  /** @type {typeof of[0]} */
  let loop = undefined;
  rows.forEach((row, index) => {
    if (!again.has(row.node)) {
      loop = undefined;
      return;
    }
    loop ??= {key: `loop:${row.key}`, title: '', rows: [], rounds: 0, open: true, place: -1};
    loop.rows.push(row);
    loop.rounds = Math.max(loop.rounds, row.ordinal);
    of[index] = loop;
  });
  for (const each of new Set(of)) if (each) each.title = [...new Set(each.rows.map((row) => row.title))].slice(0, 4).join(' → ');
  return {of};
}

/** @param {readonly Row[]} rows @param {ReturnType<typeof loopsOf>} loops */
function fansOf(rows, loops) {
  /** @type {Map<number, Row[]>} */
  const siblings = new Map();
  rows.forEach((row, index) => {
    if (row.parent < 0 || row.node === 'run' || loops.of[index]) return;
    const known = siblings.get(row.parent);
    if (known) known.push(row);
    else siblings.set(row.parent, [row]);
  });
  /** @type {Map<number, {key: string, rows: Row[], open: boolean, place: number}>} */
  const fans = new Map();
  for (const [parent, together] of siblings) {
    if (together.length < 2) continue;
    const fan = {key: `fan:${rows[parent].key}`, rows: together, open: true, place: -1};
    for (const row of together) fans.set(row.index, fan);
  }
  return fans;
}
