// @ts-check
// How a guided run stands, in the words of somebody who watches an agent.
import {html} from 'lit-html';
import {badge} from './words.js';

/** @param {string} status */
export const agentBadge = (status) => (status === 'waiting-external' ? html`<span class="badge waits">waits for its agent</span>` : badge(status));
