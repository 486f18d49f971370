// @ts-check
// A question that waits for a person, as a form: buttons for an approval and for what an agent is not sure of, a field for
// each question of a clarification, the fields of its schema for everything else.
import {html} from 'lit-html';
import {readFields, schemaFields} from './schema-form.js';

/**
 * @typedef {{kind: string, nodeId: string, payload?: any, data?: any, interruptToken?: string, expiresAt?: string, resumeSchema?: any}} Interrupt
 * @typedef {(answer: unknown, by?: string) => void} Answer
 */

const LABELS = {accept: 'Accept', reject: 'Reject', refine: 'Ask for changes', 'edit-accept': 'Accept as edited', ask: 'Ask back'};

const DOUBT = 'low-confidence';

/** Who is not sure, and how far. @param {Interrupt} interrupt @param {any} data */
const doubt = (interrupt, data) => `${data.agentId ?? interrupt.nodeId} is not sure${data.observed === undefined ? '' : ` (${data.observed}, wanted ${data.threshold})`}`;

/** @param {Interrupt} interrupt */
const dataOf = (interrupt) => interrupt.payload?.data ?? interrupt.data ?? interrupt.payload ?? {};

/** What is asked, in one line. @param {Interrupt} interrupt */
export function questionTitle(interrupt) {
  const data = dataOf(interrupt);
  const first = Array.isArray(data.questions) && data.questions.length === 1 ? data.questions[0].question : undefined;
  return String(data.title ?? data.question ?? first ?? (interrupt.kind === DOUBT ? doubt(interrupt, data) : undefined) ?? (data.eventType ? `Waits for ${data.eventType}` : `${interrupt.nodeId} waits for an answer`));
}

/** Who may answer: names, or an empty list for everybody. @param {Interrupt} interrupt @returns {string[]} */
export const approvers = (interrupt) => (Array.isArray(dataOf(interrupt).approversList) ? dataOf(interrupt).approversList.map(String) : []);

const NAME = 'waybill.person';

/** The name under which a person of this browser answered last; never that of a key or a machine. */
export const rememberedName = () => localStorage.getItem(NAME) ?? '';

/** @param {string | undefined} name */
export const rememberName = (name) => void (name && localStorage.setItem(NAME, name));

/** Whether only the key that a caller shows can say who answers. @param {Interrupt} interrupt */
const wantsProof = (interrupt) => dataOf(interrupt).profile === 'openwop-interrupt-auth-required';

/**
 * A form that asks who answers, unless only a key can say that.
 * @param {Interrupt} interrupt
 * @param {Answer} answer
 * @param {boolean} allowed
 */
export function questionForm(interrupt, answer, allowed) {
  const data = dataOf(interrupt);
  const who = wantsProof(interrupt) ? html`<p class="quiet">Your API key says who answers.</p>` : nameField(interrupt, rememberedName());
  const submit = (/** @type {(form: HTMLFormElement, event: SubmitEvent) => unknown} */ read) => (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    try {
      const value = read(form, event);
      answer(value, String(new FormData(form).get('answered-by') ?? '').trim() || undefined);
    } catch {
      // The field says itself what is wrong with it.
    }
  };
  if (Array.isArray(data.questions)) return clarification(data, submit, who, allowed);
  const title = questionTitle(interrupt);
  if (interrupt.kind === DOUBT) return approval({title, actions: ['accept', 'reject', 'edit-accept'], artifactData: data.decision}, submit, who, allowed);
  if (Array.isArray(data.actions)) return approval(data, submit, who, allowed);
  return free({...data, title}, interrupt.resumeSchema ?? {}, submit, who, allowed);
}

function nameField(/** @type {Interrupt} */ interrupt, /** @type {string} */ named) {
  const names = approvers(interrupt);
  return names.length
    ? html`<label>Answer as<select name="answered-by">${names.map((it) => html`<option ?selected=${it === named}>${it}</option>`)}</select></label>`
    : html`<label>Your name<input name="answered-by" maxlength="200" autocomplete="name" required .value=${named}></label>`;
}

function about(/** @type {any} */ data) {
  const shown = data.artifactData ?? data.inputs;
  return html`${data.description ? html`<p class="quiet">${data.description}</p>` : ''}
    ${shown === undefined ? '' : html`<details open><summary>What it is about</summary><pre class="json" tabindex="0">${JSON.stringify(shown, null, 2)}</pre></details>`}`;
}

function approval(/** @type {any} */ data, /** @type {any} */ submit, /** @type {unknown} */ who, /** @type {boolean} */ allowed) {
  const read = (/** @type {HTMLFormElement} */ form, /** @type {SubmitEvent} */ event) => {
    const reason = String(new FormData(form).get('reason') ?? '').trim();
    const action = /** @type {HTMLButtonElement} */ (event.submitter).value;
    const edited = action === 'edit-accept' ? {editedArtifactData: readFields(form, {}, 'edited')} : {};
    return reason ? {action, reason, feedback: reason, ...edited} : {action, ...edited};
  };
  const edits = data.actions.includes('edit-accept') && data.artifactData !== undefined;
  return html`<form @submit=${submit(read)}>
    <p class="asked">${data.title ?? 'Shall it go on?'}</p>
    ${about(data)}
    ${edits ? html`<details><summary>Change it before it is accepted</summary><label>As it should be <span class="quiet">JSON</span><textarea name="edited" class="mono" rows=${Math.min(12, JSON.stringify(data.artifactData, null, 2).split('\n').length)} spellcheck="false" .value=${JSON.stringify(data.artifactData, null, 2)}></textarea></label></details>` : ''}
    <label>Reason (may be empty)<input name="reason" maxlength="2000"></label>
    ${who}
    <div class="pair">
      ${data.actions.filter((/** @type {string} */ it) => edits || it !== 'edit-accept').map(
        (/** @type {string} */ action) => html`<button value=${action} class=${action === 'accept' ? 'main' : action === 'reject' ? 'danger' : ''} ?disabled=${!allowed}>${/** @type {Record<string, string>} */ (LABELS)[action] ?? action}</button>`,
      )}
    </div>
  </form>`;
}

function clarification(/** @type {any} */ data, /** @type {any} */ submit, /** @type {unknown} */ who, /** @type {boolean} */ allowed) {
  const schema = {
    properties: Object.fromEntries(data.questions.map((/** @type {any} */ it) => [it.id, {type: 'string', ...it.schema, title: it.question ?? it.id}])),
    required: data.questions.map((/** @type {any} */ it) => it.id),
  };
  return html`<form @submit=${submit((/** @type {HTMLFormElement} */ form) => ({answers: readFields(form, schema)}))}>
    ${data.title ? html`<p class="asked">${data.title}</p>` : ''}
    ${about(data)}
    ${schemaFields(schema)}
    ${who}
    <div class="pair"><button class="main" ?disabled=${!allowed}>Answer</button></div>
  </form>`;
}

function free(/** @type {any} */ {title, ...about}, /** @type {any} */ schema, /** @type {any} */ submit, /** @type {unknown} */ who, /** @type {boolean} */ allowed) {
  return html`<form @submit=${submit((/** @type {HTMLFormElement} */ form) => readFields(form, schema))}>
    <p class="asked">${title}</p>
    ${Object.keys(about).length ? html`<details open><summary>What it is about</summary><pre class="json" tabindex="0">${JSON.stringify(about, null, 2)}</pre></details>` : ''}
    ${schemaFields(schema, {title: 'Answer', required: true})}
    ${who}
    <div class="pair"><button class="main" ?disabled=${!allowed}>Answer</button></div>
  </form>`;
}
