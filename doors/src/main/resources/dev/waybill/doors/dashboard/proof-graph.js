// @ts-check
// The receipts of a proof as a graph in lanes: each step below those that it follows, with how it fared.
import {html} from 'lit-html';
import {dot, laneDrawing} from './lane-drawing.js';
import {lanes} from './lanes.js';
import {rowWindow} from './rows.js';

const MOST = 10;
const KINDS = {ok: 'good', failed: 'bad', error: 'bad', warning: 'waits', missing: 'waits', skipped: 'off', cancelled: 'off', redacted: 'off'};

/** @param {HTMLElement} root @param {{steps: {label: string, detail: string, workflow_id: string, mark: string, follows: number[]}[], total: number}} graph */
export function proofGraph(root, graph) {
  const before = (/** @type {{follows: number[]}} */ step, /** @type {number} */ index) => Math.max(-1, ...step.follows.filter((it) => it < index));
  const laid = lanes(graph.steps.map((step, index) => ({parent: before(step, index)})));
  const view = rowWindow(root, {
    count: () => graph.steps.length,
    at: (index) => ({step: graph.steps[index], index}),
    key: (item) => String(item.index),
    empty: 'No receipt of a step is here.',
    row({step, index}) {
      const kind = /** @type {Record<string, string>} */ (KINDS)[step.mark] ?? '';
      return html`<div class="row">
        ${laneDrawing(laid.cells[index], {width: laid.width, most: MOST}, (spot) => dot(kind, spot))}
        <span class="name">${step.label}</span>
        <span class="quiet small name">${step.detail}</span>
        <span class="far">${step.mark === 'ok' ? 'signed' : step.mark}${step.follows.length > 1 ? ` · follows ${step.follows.length}` : ''}</span>
      </div>`;
    },
  });
  view.soon();
  return view;
}
