// @ts-check
// What a branch brought, in the forms that the contracts of its workflow name. The host has reduced it already; here it
// is only drawn.
import {html} from 'lit-html';
import {copy} from './copy.js';
import {ago, json} from './words.js';

/** Of longer lists the first rows are drawn, and how many there are besides. */
const MOST_ROWS = 200;

/** @param {any[]} documents @param {(hash: string) => void} show */
export function documentList(documents, show) {
  if (!documents.length) return html`<p class="quiet">Nothing structured was brought up to here. The notes have what was written.</p>`;
  return html`${documents.map((it) => html`<section class="document" aria-label=${it.title}><h2>${it.title}</h2>${body(it, show)}</section>`)}`;
}

/** @param {any} it @param {(hash: string) => void} show */
function body(it, show) {
  switch (it.as) {
    case 'header':
      return header(it);
    case 'log':
      return log(it, show);
    case 'table':
      return table(it, show);
    case 'comments':
      return html`${it.comments.slice(0, MOST_ROWS).map(comment)}${more(it.comments.length)}`;
    default:
      return html`<p class="quiet">from ${source(it.from, show)}</p>${json(it.content)}`;
  }
}

/** @param {any} it */
const header = (it) => html`<dl class="facts">${Object.entries(it.facts).map(([name, value]) => html`<dt>${words(name)}</dt><dd>${cell(value)}</dd>`)}</dl>`;

/** @param {any} it @param {(hash: string) => void} show */
const log = (it, show) => html`<ol class="log">${it.entries.slice(-MOST_ROWS).map((/** @type {any} */ entry) => html`<li><span dir="auto">${entry.text}</span> <span class="quiet">${source(entry.from, show)}, ${ago(entry.from.at)}</span></li>`)}</ol>`;

/** @param {any} it @param {(hash: string) => void} show */
function table(it, show) {
  return html`<div class="table" tabindex="0" role="region" aria-label=${it.title}><table>
    <thead><tr>${it.columns.map((/** @type {string} */ name) => html`<th>${words(name)}</th>`)}<th>from</th></tr></thead>
    <tbody>${it.rows.slice(0, MOST_ROWS).map((/** @type {any} */ row, /** @type {number} */ index) => html`<tr>${it.columns.map((/** @type {string} */ name) => html`<td class=${isLong(row?.[name]) ? 'long' : ''} data-name=${words(name)}>${cell(row?.[name])}</td>`)}<td data-name="from">${source(it.from[index], show)}</td></tr>`)}</tbody>
  </table></div>${more(it.rows.length)}`;
}

/** @param {number} count */
const more = (count) => (count > MOST_ROWS ? html`<p class="quiet">and ${count - MOST_ROWS} more; getSessionDocuments has all of them</p>` : '');

/** @param {any} it */
function comment(it) {
  return html`<article class="comment">
    <div class="pair"><span class="mono wrap">${it.place}</span><button class="copy" @click=${() => copy(it.text)} aria-label="Copy the comment: ${it.title}">Copy</button></div>
    <p><strong>${it.title}</strong></p>
    <p class="body" dir="auto">${it.body}</p>
  </article>`;
}

/** @param {any} from @param {(hash: string) => void} show */
const source = (from, show) => html`<button class="plain" @click=${() => show(from.stateTokenHash)}>${from.step}</button>`;

/** `mrTitle` is a name for programs; people read "mr title". @param {string} name */
const words = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/_/g, ' ').toLowerCase();

/** @param {unknown} value */
const isLong = (value) => (typeof value === 'string' ? value.length > 24 : typeof value === 'object' && value !== null);

/** @param {unknown} value @returns {unknown} */
function cell(value) {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.every((it) => typeof it !== 'object') ? value.join(', ') : json(value);
  if (typeof value !== 'object') return html`<span dir="auto">${String(value)}</span>`;
  const members = Object.entries(value);
  const {file, line} = /** @type {{file?: unknown, line?: unknown}} */ (value);
  if (typeof file === 'string' && members.every(([name]) => name === 'file' || name === 'line')) return html`<span class="mono">${file}${line === undefined ? '' : `:${line}`}</span>`;
  return members.every(([, it]) => typeof it !== 'object')
    ? html`<dl class="inner">${members.map(([name, it]) => html`<dt>${words(name)}</dt><dd>${String(it)}</dd>`)}</dl>`
    : json(value);
}
