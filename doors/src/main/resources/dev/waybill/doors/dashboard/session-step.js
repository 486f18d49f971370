// @ts-check
// One step of a session: what the agent was told, what it brought, what was refused on the way, and who signed for it.
import {html, render} from 'lit-html';
import {get} from './api.js';
import {copy} from './copy.js';
import {notes} from './notes.js';
import {inWords} from './refused.js';
import {shortHash} from './session-tree.js';
import {ago, duration, json} from './words.js';

/**
 * @param {import('./session-live.js').Row} row
 * @param {any} place the place that the row is about
 * @param {any} before the place where the step was pending; null for the first place and for what is pending
 * @param {string} at where the place is asked for
 */
export function stepDetail(row, place, before, at) {
  if (row.kind === 'pending') return pendingStep(place, at);
  if (row.kind === 'end') return html`<h2>Complete</h2><p class="quiet">Nothing is pending at the end of this branch.</p>${identity(place)}`;
  if (row.kind === 'start') return html`<h2>Started</h2>${identity(place)}${context('Context at the start', place.context)}`;
  return doneStep(row, place, before);
}

/** @param {any} place @param {string} at */
function pendingStep(place, at) {
  const step = place.pending;
  return html`
    <h2>${step.title}</h2>
    <p class="quiet">Pending since ${ago(place.at)}${confirmation(step)}</p>
    ${blocked(place.blocked)}
    ${checkpoints(place.checkpoints)}
    <details class="hand-over" @toggle=${(/** @type {Event} */ event) => void handOver(/** @type {HTMLDetailsElement} */ (event.target), at)}><summary>Continue: a prompt with fresh tokens, for an agent that lost its own</summary></details>
    <section aria-label="Prompt"><h3>What the agent was told</h3>${prompt(step.prompt)}</section>
    ${identity(place)}
    ${context('Context here', place.context)}
  `;
}

/** @param {import('./session-live.js').Row} row @param {any} place @param {any} before */
function doneStep(row, place, before) {
  const step = before?.pending;
  const took = before ? duration(Date.parse(place.at) - Date.parse(before.at)) : '';
  return html`
    <h2>${row.line.title ?? row.line.step}</h2>
    <p class="quiet">Completed ${ago(place.at)}${place.agent ? html` by ${place.agent}` : ''}${took ? ` · took ${took}` : ''}${step ? confirmation(step) : ''}</p>
    <section aria-label="Notes"><h3>Notes</h3>${place.notesMarkdown ? notes(place.notesMarkdown) : html`<p class="quiet">This step brought no notes.</p>`}</section>
    ${place.artifacts.length ? html`<section aria-label="Brought"><h3>Brought</h3>${place.artifacts.map(artifact)}</section>` : ''}
    ${before ? blocked(before.blocked) : ''}
    ${before ? checkpoints(before.checkpoints) : ''}
    ${step ? html`<details><summary>What the agent was told</summary>${prompt(step.prompt)}</details>` : ''}
    ${context('Context that it set', place.contextSet)}
    ${identity(place)}
  `;
}

/** Tokens are asked for when somebody wants them, not before. @param {HTMLDetailsElement} details @param {string} at */
async function handOver(details, at) {
  if (!details.open || details.querySelector('pre')) return;
  const box = details.appendChild(document.createElement('div'));
  render(
    await get(`${at}/prompt`).then(
      (told) => html`<div class="pair"><button class="copy" @click=${() => copy(told.prompt)}>Copy this prompt</button></div>${prompt(told.prompt)}`,
      (refused) => html`<p class="bad">${inWords(refused)}</p>`,
    ),
    box,
  );
}

/** @param {any} step */
const confirmation = (step) => (step.requireConfirmation ? html` · <span class="badge waits">asks its user first</span>` : '');

/** A prompt is the author's text with the agent's words filled in: shown as it was read. @param {string} text */
const prompt = (text) => html`<pre class="prompt" dir="auto" tabindex="0">${text}</pre>`;

/** @param {any} it */
const artifact = (it) => html`<details><summary><span class="mono">${it.kind ?? 'artifact'}</span></summary>${json(it)}</details>`;

/** @param {any[]} attempts */
function blocked(attempts) {
  if (!attempts.length) return '';
  return html`<section aria-label="Blocked attempts"><h3>${attempts.length === 1 ? 'One attempt was blocked' : `${attempts.length} attempts were blocked`}</h3>
    ${attempts.map((attempt) => html`<div class="pinned"><p class="quiet">${ago(attempt.at)}${attempt.agent ? html` by ${attempt.agent}` : ''}</p><ul>${attempt.reasons.map(reason)}</ul></div>`)}</section>`;
}

/** @param {any} it */
function reason(it) {
  if (typeof it === 'string') return html`<li>${it}</li>`;
  return html`<li>${it.message ?? it.code}${it.field ? html` <span class="mono quiet">${it.field}</span>` : ''}${it.expected === undefined ? '' : html`<br><span class="quiet">expected ${text(it.expected)}${it.found === undefined ? '' : `, found ${text(it.found)}`}</span>`}</li>`;
}

/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

/** @param {any[]} all */
function checkpoints(all) {
  if (!all.length) return '';
  return html`<section aria-label="Checkpoints"><h3>Written down on the way</h3>${all.map((it) => html`<p class="quiet">${ago(it.at)}${it.agent ? html` by ${it.agent}` : ''}</p>${notes(it.notesMarkdown)}`)}</section>`;
}

/** @param {string} title @param {Record<string, unknown>} values */
const context = (title, values) => (Object.keys(values ?? {}).length ? html`<details><summary>${title}</summary>${json(values)}</details>` : '');

/** @param {any} place */
function identity(place) {
  return html`<dl class="facts small">
    <dt>Place</dt><dd class="mono" title=${place.stateTokenHash}>${shortHash(place.stateTokenHash)}${place.parentStateTokenHash ? html` <span class="quiet">from ${shortHash(place.parentStateTokenHash)}</span>` : ''}</dd>
    <dt>Time</dt><dd>${new Date(place.at).toLocaleString()}</dd>
    <dt>Run</dt><dd><a class="mono" href="/ui/run/${place.runId}?tab=events">${place.runId}</a>, event ${place.sequence}</dd>
    <dt>Receipt</dt><dd>${place.receipt ? html`<span class="badge good">signed</span> <span class="mono wrap">${place.receipt}</span>` : html`<span class="quiet">none</span>`}</dd>
  </dl>`;
}
