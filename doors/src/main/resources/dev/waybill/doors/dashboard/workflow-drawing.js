// @ts-check
// A definition as a drawing: each step below the last of those that lead to it, side by side where they may run so.
// Attributes only; the content policy allows no styles.
import {html, svg} from 'lit-html';

const WIDTH = 170;
const HIGH = 46;
const ACROSS = 26;
const DOWN = 34;

/** @param {{nodes: {id: string, name?: string, typeId: string}[], edges?: {sourceNodeId: string, targetNodeId: string, sourceOutput?: string}[]}} workflow */
export function workflowDrawing(workflow) {
  const edges = workflow.edges ?? [];
  const rank = ranks(workflow.nodes.map((it) => it.id), edges);
  /** @type {Map<number, string[]>} */
  const rows = new Map();
  for (const node of workflow.nodes) rows.set(rank.get(node.id) ?? 0, [...(rows.get(rank.get(node.id) ?? 0) ?? []), node.id]);
  const widest = Math.max(1, ...[...rows.values()].map((it) => it.length));
  const width = widest * (WIDTH + ACROSS) + ACROSS;
  const height = rows.size * (HIGH + DOWN);
  /** @type {Map<string, {x: number, y: number}>} */
  const at = new Map();
  for (const [row, ids] of rows) {
    const left = (width - ids.length * (WIDTH + ACROSS) + ACROSS) / 2;
    ids.forEach((id, index) => at.set(id, {x: left + index * (WIDTH + ACROSS), y: DOWN / 2 + row * (HIGH + DOWN)}));
  }
  return html`<svg class="drawing" viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label="${workflow.nodes.length} steps and how they lead to each other">
    ${edges.map((edge) => line(at.get(edge.sourceNodeId), at.get(edge.targetNodeId), edge.sourceOutput))}
    ${workflow.nodes.map((node) => box(node, /** @type {{x: number, y: number}} */ (at.get(node.id))))}
  </svg>`;
}

/** How far each step is from the beginning; a way back into a loop does not count. */
function ranks(/** @type {string[]} */ ids, /** @type {{sourceNodeId: string, targetNodeId: string}[]} */ edges) {
  const rank = new Map(ids.map((id) => [id, 0]));
  const order = new Map(ids.map((id, index) => [id, index]));
  for (let round = 0; round < ids.length; round++) {
    let moved = false;
    for (const {sourceNodeId: from, targetNodeId: to} of edges) {
      const back = (order.get(to) ?? 0) <= (order.get(from) ?? 0);
      if (!back && (rank.get(to) ?? 0) <= (rank.get(from) ?? 0)) {
        rank.set(to, (rank.get(from) ?? 0) + 1);
        moved = true;
      }
    }
    if (!moved) break;
  }
  return rank;
}

const cut = (/** @type {string} */ text, /** @type {number} */ most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function box(/** @type {{id: string, name?: string, typeId: string}} */ node, /** @type {{x: number, y: number}} */ {x, y}) {
  return svg`<g>
    <title>${node.name ?? node.id} (${node.typeId})</title>
    <rect class="box" x=${x} y=${y} width=${WIDTH} height=${HIGH} rx="8" />
    <text x=${x + 12} y=${y + 20}>${cut(node.id, 20)}</text>
    <text class="under" x=${x + 12} y=${y + 36}>${cut(node.typeId, 25)}</text>
  </g>`;
}

function line(/** @type {{x: number, y: number} | undefined} */ from, /** @type {{x: number, y: number} | undefined} */ to, /** @type {string | undefined} */ port) {
  if (!from || !to) return '';
  const [x1, y1, x2, y2] = [from.x + WIDTH / 2, from.y + HIGH, to.x + WIDTH / 2, to.y];
  const way = y2 > y1 ? `M${x1} ${y1}C${x1} ${y1 + DOWN / 2} ${x2} ${y2 - DOWN / 2} ${x2} ${y2}` : `M${from.x + WIDTH} ${from.y + HIGH / 2}C${from.x + WIDTH + 24} ${from.y} ${to.x + WIDTH + 24} ${to.y + HIGH} ${to.x + WIDTH} ${to.y + HIGH / 2}`;
  return svg`<path class="edge" d=${way} />${port && port !== 'default' ? svg`<text class="under" x=${(x1 + x2) / 2 + 5} y=${(y1 + y2) / 2 + 4}>${cut(port, 16)}</text>` : ''}`;
}
