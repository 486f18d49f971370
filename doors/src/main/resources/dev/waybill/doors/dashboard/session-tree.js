// @ts-check
// The lineage of a session in lanes: a row for every step that was acknowledged, and one for the end of each branch.
import {html, svg} from 'lit-html';
import {lanes} from './lanes.js';
import {HEIGHT, rowWindow} from './rows.js';

const STEP = 16;
const MOST = 8;
const DOTS = {start: 'off', done: 'good', pending: 'waits', end: 'good'};

const x = (/** @type {number} */ lane) => 10 + Math.min(lane, MOST) * STEP;

/** @param {import('./lanes.js').Cell} cell @param {number} width @param {import('./session-live.js').Row} row */
function drawing(cell, width, row) {
  const own = x(cell.lane);
  const middle = HEIGHT / 2;
  const kind = row.standing === 'superseded' ? 'off' : DOTS[row.kind];
  return html`<svg width=${x(Math.min(width, MOST + 1)) - 2} height=${HEIGHT} aria-hidden="true">
    ${cell.through.map((lane) => svg`<path class="lane" d="M${x(lane)} 0V${HEIGHT}" />`)}
    ${cell.from < 0 ? '' : svg`<path class="lane" d=${cell.from === cell.lane ? `M${own} 0V${middle}` : `M${x(cell.from)} 0Q${x(cell.from)} ${middle} ${own} ${middle}`} />`}
    ${cell.stays ? svg`<path class="lane" d="M${own} ${middle}V${HEIGHT}" />` : ''}
    <circle class="dot ${kind}" cx=${own} cy=${middle} r=${row.kind === 'start' ? 3 : 5} />
  </svg>`;
}

/** @param {import('./session-live.js').Row} row */
export function rowTitle({kind, line}) {
  if (kind === 'start') return 'Started';
  if (kind === 'end') return 'Complete';
  return kind === 'pending' ? (line.pending?.title ?? '') : (line.title ?? line.step ?? '');
}

/** Rounds of a loop have one title; what stands in brackets behind the step tells them apart. @param {import('./session-live.js').Row} row */
function round({kind, line}) {
  const step = (kind === 'pending' ? line.pending?.step : kind === 'done' ? line.step : '') ?? '';
  return / (\(.+\))$/.exec(step)?.[1] ?? '';
}

/** @param {import('./session-live.js').Row} row @param {boolean} several whether there is more than one branch to tell apart */
function extra({kind, line, standing}, several) {
  const blocked = kind === 'pending' && line.blocked ? html`<span class="badge bad">${line.blocked} blocked</span>` : '';
  const mark = standing === 'passed' || !several ? '' : html`<span class="badge ${standing === 'preferred' ? 'good' : standing === 'open' ? 'waits' : 'off'}">${standing}</span>`;
  return html`${blocked}${mark}${kind === 'pending' || kind === 'end' ? '' : html`<time class="far" datetime=${line.at}>${new Date(line.at).toLocaleTimeString([], {hour: '2-digit', minute: '2-digit'})}</time>`}`;
}

/** The first letters of a hash: enough to tell two places apart, and to find one. @param {string} hash */
export const shortHash = (hash) => hash.replace('sha256:', '').slice(0, 8);

/**
 * @param {HTMLElement} root
 * @param {import('./session-live.js').SessionModel} model
 * @param {(row: import('./session-live.js').Row) => void} chosen
 */
export function sessionTree(root, model, chosen) {
  /** @type {ReturnType<typeof lanes>} */
  let laid = {cells: [], width: 1};
  let current = '';
  const rows = rowWindow(root, {
    count: () => model.rows.length,
    at: (index) => model.rows[index],
    key: (row) => row.key,
    row: (row, index) => html`
      <button class="row place ${row.standing === 'superseded' ? 'left' : ''}" data-index=${index} aria-current=${row.key === current} @click=${() => choose(row)}>
        ${drawing(laid.cells[index], laid.width, row)}
        <span class="name">${rowTitle(row)} <span class="quiet">${round(row)}</span></span>
        ${extra(row, model.branches > 1)}
        <span class="mono quiet hash">${shortHash(row.line.stateTokenHash)}</span>
      </button>
    `,
    empty: 'Nothing has happened yet.',
  });

  function choose(/** @type {import('./session-live.js').Row} */ row) {
    current = row.key;
    rows.soon();
    chosen(row);
  }

  /** The arrow keys go from row to row, also to those that are not drawn yet. */
  function key(/** @type {KeyboardEvent} */ event) {
    const step = {ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = Math.max(0, model.rows.findIndex((row) => row.key === current));
    const index = Math.max(0, Math.min(model.rows.length - 1, from + step));
    select(index);
    requestAnimationFrame(() => requestAnimationFrame(() => /** @type {HTMLElement | null} */ (root.querySelector(`[data-index="${index}"]`))?.focus()));
  }

  function select(/** @type {number} */ index) {
    const row = model.rows[index];
    if (!row) return;
    choose(row);
    // Once it is drawn: a window that has no rows yet cannot be scrolled.
    requestAnimationFrame(() => {
      const top = index * HEIGHT;
      if (top < root.scrollTop || top + HEIGHT > root.scrollTop + root.clientHeight) rows.show(index);
    });
  }

  root.addEventListener('keydown', key);
  return {
    grew() {
      laid = lanes(model.rows);
      rows.soon();
    },
    select,
    close() {
      root.removeEventListener('keydown', key);
      rows.close();
    },
  };
}
