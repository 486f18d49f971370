// @ts-check
// A stream of the host, while somebody looks. A page that is hidden closes it, and goes on behind the last position when
// it is seen again: a browser keeps only a handful of connections to one host, for all its windows.

const SOON = 3_000;
const LATE = 60_000;

/**
 * @param {(after: string) => string} address where it begins, or goes on behind a position
 * @param {Record<string, (data: any) => void>} hears by the name of a frame
 * @param {(is: boolean) => void} [broken]
 * @returns {() => void} ends it
 */
export function stream(address, hears, broken = () => {}) {
  let after = '';
  let pause = SOON;
  let timer = 0;
  let ended = false;
  /** @type {EventSource | null} */
  let source = null;

  function open() {
    clearTimeout(timer);
    if (ended || source || document.hidden) return;
    const opened = new EventSource(address(after));
    source = opened;
    opened.addEventListener('open', () => {
      pause = SOON;
      broken(false);
    });
    for (const [name, hear] of Object.entries(hears)) {
      opened.addEventListener(name, (event) => {
        const message = /** @type {MessageEvent} */ (event);
        after = message.lastEventId || after;
        hear(message.data ? JSON.parse(message.data) : {});
      });
    }
    opened.addEventListener('error', () => {
      if (source !== opened) return;
      broken(true);
      // A browser gives up when it is refused, also when the host only has no stream left.
      if (opened.readyState === EventSource.CLOSED) {
        source = null;
        timer = window.setTimeout(open, pause);
        pause = Math.min(LATE, pause * 2);
      }
    });
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  const look = () => (document.hidden ? close() : open());
  document.addEventListener('visibilitychange', look);
  open();
  return () => {
    ended = true;
    close();
    document.removeEventListener('visibilitychange', look);
  };
}
