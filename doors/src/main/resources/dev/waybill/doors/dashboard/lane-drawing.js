// @ts-check
// A row's part of a graph in lanes: what passes by, where the row comes from, its mark, and whether anything follows.
import {html, svg} from 'lit-html';
import {HEIGHT} from './rows.js';

const STEP = 16;
const MIDDLE = HEIGHT / 2;

/**
 * @typedef {{x: number, y: number, step: number}} Spot where the mark stands
 * @param {import('./lanes.js').Cell} cell
 * @param {{width: number, most: number, base?: number, outer?: number[]}} at lanes in all, lanes that are drawn apart, the first lane, and the lanes left of it that go on
 * @param {(spot: Spot) => unknown} mark
 */
export function laneDrawing(cell, {width, most, base = 0, outer = []}, mark) {
  const x = (/** @type {number} */ lane) => 10 + Math.min(lane, most) * STEP;
  const own = x(base + cell.lane);
  const from = x(base + cell.from);
  return html`<svg width=${x(Math.min(base + width, most + 1)) - 2} height=${HEIGHT} aria-hidden="true">
    ${[...outer, ...cell.through.map((lane) => base + lane)].map((lane) => svg`<path class="lane" d="M${x(lane)} 0V${HEIGHT}" />`)}
    ${cell.from < 0 ? '' : svg`<path class="lane" d=${from === own ? `M${own} 0V${MIDDLE}` : `M${from} 0Q${from} ${MIDDLE} ${own} ${MIDDLE}`} />`}
    ${cell.stays ? svg`<path class="lane" d="M${own} ${MIDDLE}V${HEIGHT}" />` : ''}
    ${mark({x: own, y: MIDDLE, step: STEP})}
  </svg>`;
}

/** @param {string} kind @param {Spot} spot @param {number} [size] */
export const dot = (kind, {x, y}, size = 5) => svg`<circle class="dot ${kind}" cx=${x} cy=${y} r=${size} />`;
