// @ts-check
// Lanes for rows that come one after the other, as a log of commits is drawn: a row stays in the lane of what led to
// it, a second successor opens the next free lane. A row is placed once, when it comes; later rows move nothing.

/** @typedef {{lane: number, from: number, through: number[], stays: boolean}} Cell */

/**
 * @param {readonly {parent: number}[]} rows
 * @returns {{cells: Cell[], width: number}}
 */
export function lanes(rows) {
  const left = new Array(rows.length).fill(0);
  for (const row of rows) if (row.parent >= 0) left[row.parent]++;
  /** @type {(number | null)[]} which row a lane waits behind */
  const open = [];
  /** @type {Cell[]} */
  const cells = [];
  let width = 1;
  rows.forEach((row, index) => {
    const parent = row.parent;
    const from = parent < 0 ? -1 : cells[parent].lane;
    if (parent >= 0) left[parent]--;
    let lane = from;
    if (from < 0 || open[from] !== parent || left[parent] > 0) {
      lane = open.indexOf(null);
      if (lane < 0) lane = open.length;
      // The last successor keeps the lane straight; those before it step aside.
      if (from >= 0 && open[from] === parent && left[parent] === 0) lane = from;
    }
    const through = open.flatMap((behind, at) => (behind !== null && at !== lane ? [at] : []));
    open[lane] = left[index] > 0 ? index : null;
    cells.push({lane, from, through, stays: left[index] > 0});
    width = Math.max(width, open.length);
  });
  return {cells, width};
}
