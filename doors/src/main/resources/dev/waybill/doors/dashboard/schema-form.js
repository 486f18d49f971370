// @ts-check
// Fields for a JSON Schema, and what somebody put into them. Texts, numbers, choices, yes or no and objects of those are
// fields; for everything else there is JSON.
import {html, nothing} from 'lit-html';

/** @typedef {{type?: string, title?: string, description?: string, enum?: unknown[], properties?: Record<string, Schema>, required?: string[], default?: unknown, format?: string, minimum?: number, maximum?: number, maxLength?: number, pattern?: string, long?: boolean}} Schema `long`: a text of several lines */

/** @param {Schema} schema */
const isObject = (schema) => Boolean(schema.properties) && Object.keys(schema.properties ?? {}).length > 0;

/**
 * @param {Schema} schema
 * @param {{name?: string, title?: string, required?: boolean}} [of]
 * @returns {unknown}
 */
export function schemaFields(schema, {name = '', title = '', required = false} = {}) {
  if (isObject(schema)) {
    const inner = Object.entries(schema.properties ?? {}).map(([key, part]) =>
      schemaFields(part, {name: name ? `${name}/${key}` : key, title: part.title ?? key, required: schema.required?.includes(key) ?? false}),
    );
    return name ? html`<fieldset><legend>${title}</legend>${inner}</fieldset>` : inner;
  }
  const hint = html`${required ? '' : html` <span class="quiet">may be empty</span>`}${schema.description ? html`<span class="quiet small hint">${schema.description}</span>` : ''}`;
  const field = name || 'value';
  const usual = schema.default === undefined ? '' : typeof schema.default === 'string' ? schema.default : JSON.stringify(schema.default);
  if (schema.enum) {
    return html`<label>${title}${hint}<select name=${field} ?required=${required}>
      ${required && !usual ? '' : html`<option value=""></option>`}
      ${schema.enum.map((it) => html`<option value=${JSON.stringify(it)} ?selected=${it === schema.default}>${typeof it === 'string' ? it : JSON.stringify(it)}</option>`)}
    </select></label>`;
  }
  switch (schema.type) {
    case 'boolean':
      return html`<label><input type="checkbox" name=${field} ?checked=${schema.default === true}>${title}${schema.description ? html` <span class="quiet small">${schema.description}</span>` : ''}</label>`;
    case 'integer':
    case 'number':
      return html`<label>${title}${hint}<input type="number" name=${field} step=${schema.type === 'integer' ? '1' : 'any'} min=${schema.minimum ?? ''} max=${schema.maximum ?? ''} placeholder=${usual} ?required=${required && !usual}></label>`;
    case 'string':
      return schema.long || (schema.maxLength ?? 0) > 200
        ? html`<label>${title}${hint}<textarea name=${field} rows=${schema.long ? 1 : 4} maxlength=${schema.maxLength ?? nothing} placeholder=${usual} ?required=${required && !usual}></textarea></label>`
        : html`<label>${title}${hint}<input type=${schema.format === 'date' ? 'date' : schema.format === 'email' ? 'email' : 'text'} name=${field} placeholder=${usual} ?required=${required && !usual}></label>`;
    default:
      return html`<label>${title} <span class="quiet">JSON</span>${hint}<textarea name=${field} rows="3" class="mono" spellcheck="false" placeholder=${usual} ?required=${required && !usual}></textarea></label>`;
  }
}

/**
 * What the fields hold; undefined where they are empty.
 *
 * @param {HTMLFormElement} form
 * @param {Schema} schema
 * @param {string} [name]
 * @returns {unknown}
 * @throws {Error} when a text is no JSON, with the field that has the focus then
 */
export function readFields(form, schema, name = '') {
  if (isObject(schema)) {
    const entries = Object.entries(schema.properties ?? {})
      .map(([key, part]) => [key, readFields(form, part, name ? `${name}/${key}` : key)])
      .filter(([, value]) => value !== undefined);
    return entries.length || !name ? Object.fromEntries(entries) : undefined;
  }
  const field = /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name || 'value'));
  if (!field) return undefined;
  if (schema.type === 'boolean' && !schema.enum) return field.checked;
  if (field.value === '') return undefined;
  if (schema.type === 'string' && !schema.enum) return field.value;
  try {
    return JSON.parse(field.value);
  } catch {
    field.setCustomValidity('This is not JSON. Text needs double quotes: "yes"');
    field.reportValidity();
    field.addEventListener('input', () => field.setCustomValidity(''), {once: true});
    throw new Error('not JSON');
  }
}
