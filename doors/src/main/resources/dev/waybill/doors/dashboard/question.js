// @ts-check
// A question that waits for a person, as a form: buttons for an approval, a field for each question of a clarification,
// JSON for everything else.
import {html} from 'lit-html';

/**
 * @typedef {{kind: string, nodeId: string, payload?: any, data?: any, interruptToken?: string}} Interrupt
 * @param {Interrupt} interrupt
 * @param {(answer: unknown) => void} answer
 * @param {boolean} allowed
 */
export function questionForm(interrupt, answer, allowed) {
  const data = interrupt.payload?.data ?? interrupt.data ?? interrupt.payload ?? {};
  if (Array.isArray(data.questions)) return clarification(data, answer, allowed);
  if (Array.isArray(data.actions)) return approval(data, answer, allowed);
  return free(data, answer, allowed);
}

const LABELS = {accept: 'Accept', reject: 'Reject', refine: 'Ask for changes', 'edit-accept': 'Edit and accept', ask: 'Ask back'};

function approval(/** @type {any} */ data, /** @type {(answer: unknown) => void} */ answer, /** @type {boolean} */ allowed) {
  return html`<form @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const reason = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('reason') ?? '').trim();
    const action = /** @type {HTMLButtonElement} */ (event.submitter).value;
    answer(reason ? {action, reason, feedback: reason} : {action});
  }}>
    <p>${data.title ?? 'Shall it go on?'}</p>
    ${data.description ? html`<p class="quiet">${data.description}</p>` : ''}
    ${data.artifactData === undefined ? '' : html`<details><summary>What it is about</summary><pre class="json">${JSON.stringify(data.artifactData, null, 2)}</pre></details>`}
    <label>Reason (may be empty)<input name="reason" maxlength="2000"></label>
    <div class="pair">
      ${data.actions.filter((/** @type {string} */ it) => it !== 'edit-accept').map(
        (/** @type {string} */ action) => html`<button value=${action} class=${action === 'accept' ? 'main' : action === 'reject' ? 'danger' : ''} ?disabled=${!allowed}>${/** @type {Record<string, string>} */ (LABELS)[action] ?? action}</button>`,
      )}
    </div>
  </form>`;
}

function clarification(/** @type {any} */ data, /** @type {(answer: unknown) => void} */ answer, /** @type {boolean} */ allowed) {
  return html`<form @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    answer({answers: Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)))});
  }}>
    ${data.questions.map((/** @type {any} */ it) => html`<label>${it.question ?? it.id}<input name=${it.id} required></label>`)}
    <button class="main" ?disabled=${!allowed}>Answer</button>
  </form>`;
}

function free(/** @type {any} */ data, /** @type {(answer: unknown) => void} */ answer, /** @type {boolean} */ allowed) {
  return html`<form @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLTextAreaElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem('value'));
    try {
      answer(JSON.parse(field.value));
    } catch {
      field.setCustomValidity('This is not JSON. Text needs double quotes: "yes"');
      field.reportValidity();
      field.addEventListener('input', () => field.setCustomValidity(''), {once: true});
    }
  }}>
    <pre class="json">${JSON.stringify(data, null, 2)}</pre>
    <label>Answer (JSON)<textarea name="value" rows="4" required></textarea></label>
    <button class="main" ?disabled=${!allowed}>Answer</button>
  </form>`;
}
