// What a pack's code finds around itself, besides the language: what Node.js would have and what needs nobody's leave.
// One function leads outside: a name and JSON go out, JSON comes back. What may be asked for is judged by the host, not
// here.
(function (native, settingsText) {
  'use strict';
  const { parse, stringify } = JSON;
  const settings = parse(settingsText);
  const RealDate = Date;

  const ask = (name, value) => {
    const told = parse(native(name, stringify(value === undefined ? null : value)));
    if (told.error) {
      throw Object.assign(new Error(told.error.message), { code: told.error.code });
    }
    return told.value;
  };
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  Object.defineProperty(globalThis, '__waybill', { value: Object.freeze({ ask }) });

  // A node that calls itself pure gets the run's time and the same dice each time: a replay finds what it found.
  if (settings.pure) {
    const now = settings.now;
    const Pinned = function Date(...args) {
      return new.target
        ? Reflect.construct(RealDate, args.length === 0 ? [now] : args, new.target)
        : new RealDate(now).toString();
    };
    Pinned.prototype = RealDate.prototype;
    Pinned.prototype.constructor = Pinned;
    Pinned.now = () => now;
    Pinned.parse = RealDate.parse;
    Pinned.UTC = RealDate.UTC;
    define('Date', Pinned);
    let state = settings.seed >>> 0;
    Math.random = () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  }

  let timers = [];
  let serial = 0;
  const clock = () => (settings.pure ? 0 : RealDate.now());
  const later = (work, delay, every, args) => {
    const timer = { id: ++serial, due: clock() + Math.max(0, Number(delay) || 0), every, work, args };
    timers.push(timer);
    return timer.id;
  };
  const forget = (id) => {
    timers = timers.filter((timer) => timer.id !== id);
  };
  define('setTimeout', (work, delay, ...args) => later(work, delay, null, args));
  define('setInterval', (work, delay, ...args) => later(work, delay, Math.max(1, Number(delay) || 0), args));
  define('setImmediate', (work, ...args) => later(work, 0, null, args));
  define('clearTimeout', forget);
  define('clearInterval', forget);
  define('clearImmediate', forget);
  define('queueMicrotask', (work) => {
    Promise.resolve().then(work);
  });
  const earliest = () => timers.reduce((first, timer) => (!first || timer.due < first.due ? timer : first), null);

  const started = RealDate.now();
  define('performance', { now: () => (settings.pure ? 0 : RealDate.now() - started) });
  define('process', Object.freeze({
    env: Object.freeze({}),
    version: 'v20.0.0',
    versions: Object.freeze({ node: '20.0.0' }),
    platform: 'waybill',
    nextTick: (work, ...args) => Promise.resolve().then(() => work(...args)),
    hrtime: Object.freeze({ bigint: () => BigInt(clock()) * 1000000n }),
  }));
  const log = (level) => (...words) =>
    ask('log', { level, message: words.map((word) => (typeof word === 'string' ? word : stringify(word))).join(' ') });
  define('console', Object.freeze({
    log: log('info'), info: log('info'), debug: log('debug'), warn: log('warn'), error: log('error'),
  }));
  define('structuredClone', (value) => (value === undefined ? undefined : parse(stringify(value))));

  class AbortSignal {
    #listeners = [];
    aborted = false;
    reason = undefined;
    addEventListener(type, listener) {
      if (type === 'abort') this.#listeners.push(listener);
    }
    removeEventListener(type, listener) {
      this.#listeners = this.#listeners.filter((each) => each !== listener);
    }
    throwIfAborted() {
      if (this.aborted) throw this.reason;
    }
    static timeout(ms) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    }
    static stop(signal, reason) {
      if (signal.aborted) return;
      signal.aborted = true;
      signal.reason = reason ?? Object.assign(new Error('This operation was aborted'), { name: 'AbortError' });
      signal.#listeners.splice(0).forEach((listener) => listener.call(signal, { type: 'abort', target: signal }));
    }
  }
  class AbortController {
    signal = new AbortSignal();
    abort(reason) {
      AbortSignal.stop(this.signal, reason);
    }
  }
  define('AbortSignal', AbortSignal);
  define('AbortController', AbortController);

  // Each function of the host that the manifest declares; the others are not there, so that code that looks finds none.
  const functions = (ctx) => {
    const granted = new Set(settings.grants);
    if (granted.has('fetch')) define('fetch', (input, init) => globalThis.__waybill_fetch(ask, input, init));
    if (granted.has('callAI')) ctx.callAI = async (request) => ask('callAI', request);
    ctx.log = (level, message, data) => {
      ask('log', { level: String(level), message: String(message), data: data === undefined ? null : data });
    };
    ctx.emit = (event) => {
      ask('emit', event);
    };
    ctx.signal = new AbortController().signal;
    return ctx;
  };

  let outcome = null;
  return {
    /// Starts the work; what comes of it is known when the promise has settled.
    start(nodes, typeId, ctxText) {
      const node = nodes && Object.prototype.hasOwnProperty.call(nodes, typeId) ? nodes[typeId] : undefined;
      const work = typeof node === 'function' ? node : node?.execute;
      if (typeof work !== 'function') {
        throw Object.assign(new Error(`the pack exports no function for ${typeId}`), { code: 'pack_node_missing' });
      }
      const ctx = functions(parse(ctxText));
      Promise.resolve(work.call(node, ctx)).then(
        (result) => {
          outcome = { result };
        },
        (error) => {
          outcome = { error };
        },
      );
    },
    settled: () => outcome !== null,
    failed: () => 'error' in outcome,
    error: () => outcome.error,
    code: () => {
      const code = outcome.error?.code;
      return typeof code === 'string' ? code : '';
    },
    result: () => stringify(outcome.result === undefined ? null : outcome.result) ?? 'null',
    /// How many milliseconds until a timer is due; -1 when there is none.
    wait: () => (timers.length === 0 ? -1 : Math.max(0, earliest().due - clock())),
    fire() {
      const timer = earliest();
      if (timer.every === null) forget(timer.id);
      else timer.due += timer.every;
      timer.work(...timer.args);
    },
  };
})
