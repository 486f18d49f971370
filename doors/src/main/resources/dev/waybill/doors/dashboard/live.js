// @ts-check
// A run's log, from its first event to its last, as it grows. Every event comes once, in its order; after a break the
// browser asks for what comes behind the last one it has.

/**
 * @typedef {{eventId: string, sequence: number, type: string, nodeId?: string, timestamp: string, causationId?: string, payload: any}} RunEvent
 * @param {string} run
 * @param {{events: (events: RunEvent[]) => void, frame?: (name: string, data: any) => void, broken?: (is: boolean) => void}} hears
 * @returns {() => void} ends it
 */
export function follow(run, hears) {
  const source = new EventSource(`/v1/runs/${encodeURIComponent(run)}/events?streamMode=debug&bufferMs=50`);
  let last = -1;
  const take = (/** @type {RunEvent[]} */ events) => {
    const fresh = events.filter((event) => event.sequence > last);
    if (fresh.length) {
      last = fresh[fresh.length - 1].sequence;
      hears.events(fresh);
      if (['run.completed', 'run.failed', 'run.cancelled'].includes(fresh[fresh.length - 1].type)) source.close();
    }
  };
  source.addEventListener('open', () => hears.broken?.(false));
  source.addEventListener('error', () => hears.broken?.(source.readyState !== EventSource.CLOSED));
  source.addEventListener('batch', (event) => take(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  source.addEventListener('bye', () => {});
  for (const name of ['agent.delta', 'progress']) {
    source.addEventListener(name, (event) => hears.frame?.(name, JSON.parse(/** @type {MessageEvent} */ (event).data)));
  }
  return () => source.close();
}
