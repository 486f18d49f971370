// @ts-check
// The steps of a run in lanes, as they happened.
import {html, svg} from 'lit-html';
import {lanes} from './lanes.js';
import {HEIGHT, rowWindow} from './rows.js';
import {duration} from './words.js';

const STEP = 16;
const MOST = 12;

const x = (/** @type {number} */ lane) => 10 + Math.min(lane, MOST) * STEP;

/** @param {import('./lanes.js').Cell} cell @param {number} width @param {string} kind */
function drawing(cell, width, kind) {
  const own = x(cell.lane);
  const middle = HEIGHT / 2;
  return html`<svg width=${x(Math.min(width, MOST + 1)) - 2} height=${HEIGHT} aria-hidden="true">
    ${cell.through.map((lane) => svg`<path class="lane" d="M${x(lane)} 0V${HEIGHT}" />`)}
    ${cell.from < 0 ? '' : svg`<path class="lane" d=${cell.from === cell.lane ? `M${own} 0V${middle}` : `M${x(cell.from)} 0Q${x(cell.from)} ${middle} ${own} ${middle}`} />`}
    ${cell.stays ? svg`<path class="lane" d="M${own} ${middle}V${HEIGHT}" />` : ''}
    <circle class="dot ${kind}" cx=${own} cy=${middle} r="5" />
  </svg>`;
}

const KINDS = {completed: 'good', failed: 'bad', cancelled: 'off', running: 'runs', 'waiting-input': 'waits'};

/** A hand-over whose child failed is a step that ended, and still something to see. @param {import('./steps.js').Row} row */
const kind = (row) => (row.ended?.payload?.outputs?.childStatus === 'failed' ? 'bad' : (/** @type {Record<string, string>} */ (KINDS)[row.state] ?? 'runs'));

/** @param {import('./steps.js').Row} row */
const took = (row) => (row.ended ? duration(Date.parse(row.ended.timestamp) - Date.parse(row.began.timestamp)) : row.state === 'running' ? 'running' : row.state.replace('waiting-input', 'waiting'));

/**
 * @param {HTMLElement} root
 * @param {import('./steps.js').Steps} steps
 * @param {(row: import('./steps.js').Row) => void} chosen
 */
export function runGraph(root, steps, chosen) {
  /** @type {ReturnType<typeof lanes>} */
  let laid = {cells: [], width: 1};
  let current = '';
  const rows = rowWindow(root, {
    count: () => steps.rows.length,
    at: (index) => steps.rows[index],
    key: (row) => row.key,
    row: (row, index) => html`
      <button class="row" aria-current=${row.key === current} @click=${() => choose(row)}>
        ${drawing(laid.cells[index], laid.width, kind(row))}
        <span class="name">${row.title}${row.tries > 1 ? html` <span class="quiet">${row.tries} attempts</span>` : ''}</span>
        ${row.child ? html`<a class="mono" href="/ui/run/${row.child}">child run</a>` : ''}
        <span class="far">${row.node === 'run' ? '' : took(row)}</span>
      </button>
    `,
    empty: 'Nothing has happened yet.',
  });
  const choose = (/** @type {import('./steps.js').Row} */ row) => {
    current = row.key;
    rows.soon();
    chosen(row);
  };
  return {
    grew() {
      laid = lanes(steps.rows);
      rows.soon();
    },
    choose: (/** @type {number} */ index) => {
      rows.show(index);
      choose(steps.rows[index]);
    },
    close: rows.close,
  };
}
