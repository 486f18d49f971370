// @ts-check
// Notes of agents: a small part of Markdown, built as elements. Whatever is not understood stays the text that it is, so
// the worst that a note can do is look odd. Nothing is loaded, and a link always shows where it leads.
import {html} from 'lit-html';

/** Longer notes are shown without any form: a million little elements help nobody. */
const MOST_BLOCKS = 400;
const LONGEST_FORMED = 100_000;
const MOST_MARKS = 2_000;

/** @param {string} text */
export function notes(text) {
  if (text.length > LONGEST_FORMED) return html`<pre class="notes plain" dir="auto" tabindex="0">${text}</pre>`;
  const blocks = split(text.replace(/\r\n?/g, '\n').split('\n'));
  const marks = {left: MOST_MARKS};
  const shown = blocks.slice(0, MOST_BLOCKS).map((block) => element(block, marks));
  const rest = blocks.slice(MOST_BLOCKS).map((block) => block.lines.join('\n')).join('\n\n');
  return html`<div class="notes" dir="auto">${shown}${rest ? html`<pre class="plain" tabindex="0">${rest}</pre>` : ''}</div>`;
}

/** @typedef {{kind: 'text' | 'code' | 'quote' | 'rule' | 'list' | 'count' | 'head', lines: string[], level?: number}} Block */

const HEAD = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const ITEM = /^( {0,8})[-*+][ \t]+(.*)$/;
const COUNTED = /^( {0,8})\d{1,9}[.)][ \t]+(.*)$/;
const FENCE = /^ {0,3}(```|~~~)/;
const RULE = /^ {0,3}([-*_])[ \t]*(\1[ \t]*){2,}$/;

/** @param {string[]} lines @returns {Block[]} */
function split(lines) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Block | null} */
  let open = null;
  const add = (/** @type {Block['kind']} */ kind, /** @type {string} */ line) => {
    if (open?.kind !== kind) blocks.push((open = {kind, lines: []}));
    open.lines.push(line);
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const head = HEAD.exec(line);
    const fence = FENCE.exec(line);
    const item = ITEM.exec(line);
    const counted = COUNTED.exec(line);
    if (fence) {
      const end = lines.findIndex((it, at) => at > i && it.trim().startsWith(fence[1]));
      blocks.push({kind: 'code', lines: lines.slice(i + 1, end < 0 ? lines.length : end)});
      i = end < 0 ? lines.length : end;
      open = null;
    } else if (!line.trim()) open = null;
    else if (head) {
      blocks.push({kind: 'head', lines: [head[2].replace(/[ \t]+#+[ \t]*$/, '')], level: head[1].length});
      open = null;
    } else if (RULE.test(line)) {
      blocks.push({kind: 'rule', lines: [line]});
      open = null;
    } else if (item) add('list', item[2]);
    else if (counted) add('count', counted[2]);
    else if (/^ {0,3}>/.test(line)) add('quote', line.replace(/^ {0,3}> ?/, ''));
    else if (open && (open.kind === 'list' || open.kind === 'count') && /^\s/.test(line)) open.lines[open.lines.length - 1] += `\n${line.trim()}`;
    else add('text', line);
  }
  return blocks;
}

/** @param {Block} block @param {{left: number}} marks */
function element(block, marks) {
  const whole = () => inline(block.lines.join('\n'), marks);
  switch (block.kind) {
    case 'code':
      return html`<pre class="json" tabindex="0">${block.lines.join('\n')}</pre>`;
    case 'rule':
      return html`<hr>`;
    case 'quote':
      return html`<blockquote>${whole()}</blockquote>`;
    case 'list':
      return html`<ul>${block.lines.map((line) => html`<li>${inline(line, marks)}</li>`)}</ul>`;
    case 'count':
      return html`<ol>${block.lines.map((line) => html`<li>${inline(line, marks)}</li>`)}</ol>`;
    case 'head':
      // The page has its own headings; those of a note are loud texts, not parts of the page.
      return html`<p class="head head-${Math.min(block.level ?? 1, 3)}">${whole()}</p>`;
    default:
      return html`<p>${whole()}</p>`;
  }
}

/** What may stand inside a line. Each looks at most so far ahead, so that a hostile line costs no more than a long one. */
const MARK = /`([^`\n]{1,500})`|\*\*([^*\n]{1,500})\*\*|(?<![\w*])\*([^*\s](?:[^*\n]{0,300}[^*\s])?)\*(?![\w*])|(!?)\[([^\[\]\n]{0,300})\]\(([^()\s]{1,500})\)/g;

/** @param {string} text @param {{left: number}} marks @returns {unknown[]} */
function inline(text, marks) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(MARK)) {
    if (marks.left-- <= 0) break;
    const shown = mark(found);
    if (shown === null) continue;
    if (found.index > from) parts.push(text.slice(from, found.index));
    parts.push(shown);
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** @param {RegExpExecArray} found */
function mark([, code, strong, soft, image, label, target]) {
  if (code !== undefined) return html`<code>${code}</code>`;
  if (strong !== undefined) return html`<strong>${strong}</strong>`;
  if (soft !== undefined) return html`<em>${soft}</em>`;
  if (image) return html`<span class="target">image: ${label} (${target})</span>`;
  const address = safe(target);
  // Anything but a plain address of the web is no link: it stays what somebody typed.
  return address === null ? null : html`<a href=${address} target="_blank" rel="noopener noreferrer nofollow">${label || address}</a> <span class="target">${address}</span>`;
}

/** @param {string} target @returns {string | null} */
function safe(target) {
  if (!/^https?:\/\//i.test(target)) return null;
  try {
    const url = new URL(target);
    return url.username || url.password ? null : url.href;
  } catch {
    return null;
  }
}
