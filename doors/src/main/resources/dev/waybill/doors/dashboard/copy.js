// @ts-check
// Puts a text on the clipboard, and says whether the browser let it.
import {notice} from './notice.js';

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice('Copied.');
  } catch {
    notice('This browser lets no page copy; select the text instead.');
  }
}
