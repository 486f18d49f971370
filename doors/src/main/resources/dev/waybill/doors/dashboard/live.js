// @ts-check
// A run's log, from its first event to its last, as it grows, and between the events what its activities show while
// they work. Every event comes once, in its order; after a break the browser asks for what comes behind the last one it
// has. What is shown between events is never repeated.
import {stream} from './stream.js';

/**
 * @typedef {{eventId: string, sequence: number, type: string, nodeId?: string, timestamp: string, causationId?: string, payload: any}} RunEvent
 * @typedef {{runId: string, nodeId: string, ordinal: number, attempt: number, kind: string, content: any, missed?: number}} LiveFrame
 */

export const ENDS = new Set(['run.completed', 'run.failed', 'run.cancelled']);

/**
 * @param {string} run
 * @param {{events: (events: RunEvent[]) => void, frame?: (frame: LiveFrame) => void, broken?: (is: boolean) => void, ownFrom?: number}} hears
 * @returns {() => void} ends it
 */
export function follow(run, hears) {
  let last = -1;
  const take = (/** @type {RunEvent[]} */ events) => {
    const fresh = events.filter((event) => event.sequence > last);
    if (!fresh.length) return;
    const end = fresh[fresh.length - 1];
    last = end.sequence;
    hears.events(fresh);
    // A branch's history may hold the end of its source, which is not its own.
    if (ENDS.has(end.type) && last >= (hears.ownFrom ?? 0)) close();
  };
  const close = stream(
    (after) => `/v1/runs/${encodeURIComponent(run)}/events?streamMode=debug&bufferMs=50&live=true${after ? `&lastSequence=${after}` : ''}`,
    {batch: take, live: (frame) => hears.frame?.(frame)},
    hears.broken,
  );
  return close;
}
