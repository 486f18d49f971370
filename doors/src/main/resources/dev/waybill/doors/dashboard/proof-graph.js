// @ts-check
// The receipts of a proof as a graph in lanes: each step below those that it follows, with how it fared.
import {html, svg} from 'lit-html';
import {lanes} from './lanes.js';
import {HEIGHT, rowWindow} from './rows.js';

const STEP = 16;
const MOST = 10;
const KINDS = {ok: 'good', failed: 'bad', error: 'bad', warning: 'waits', missing: 'waits', skipped: 'off', cancelled: 'off', redacted: 'off'};

const x = (/** @type {number} */ lane) => 10 + Math.min(lane, MOST) * STEP;

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
      const cell = laid.cells[index];
      const own = x(cell.lane);
      const middle = HEIGHT / 2;
      return html`<div class="row">
        <svg width=${x(Math.min(laid.width, MOST + 1)) - 2} height=${HEIGHT} aria-hidden="true">
          ${cell.through.map((lane) => svg`<path class="lane" d="M${x(lane)} 0V${HEIGHT}" />`)}
          ${cell.from < 0 ? '' : svg`<path class="lane" d=${cell.from === cell.lane ? `M${own} 0V${middle}` : `M${x(cell.from)} 0Q${x(cell.from)} ${middle} ${own} ${middle}`} />`}
          ${cell.stays ? svg`<path class="lane" d="M${own} ${middle}V${HEIGHT}" />` : ''}
          <circle class="dot ${/** @type {Record<string, string>} */ (KINDS)[step.mark] ?? ''}" cx=${own} cy=${middle} r="5" />
        </svg>
        <span class="name">${step.label}</span>
        <span class="quiet small name">${step.detail}</span>
        <span class="far">${step.mark === 'ok' ? 'signed' : step.mark}${step.follows.length > 1 ? ` · follows ${step.follows.length}` : ''}</span>
      </div>`;
    },
  });
  view.soon();
  return view;
}
