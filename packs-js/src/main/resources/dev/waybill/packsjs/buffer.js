// Bytes as Node.js has them: Buffer, text encodings, addresses.
(function () {
  'use strict';
  const ask = globalThis.__waybill.ask;
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

  const REPLACEMENT = 0xfffd;
  const utf8 = (text) => {
    const out = [];
    for (const character of text) {
      let point = character.codePointAt(0);
      if (point >= 0xd800 && point <= 0xdfff) point = REPLACEMENT;
      if (point < 0x80) out.push(point);
      else if (point < 0x800) out.push(0xc0 | (point >> 6), 0x80 | (point & 63));
      else if (point < 0x10000) out.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
      else out.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    }
    return out;
  };
  const SHORTEST = [0, 0x80, 0x800, 0x10000];
  const text = (bytes) => {
    let out = '';
    for (let i = 0; i < bytes.length; ) {
      const first = bytes[i++];
      const more = first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2
        : first >= 0xf0 && first < 0xf5 ? 3 : -1;
      let point = more < 0 ? REPLACEMENT : more === 0 ? first : first & (0x3f >> more);
      let read = 0;
      while (read < more && i < bytes.length && (bytes[i] & 0xc0) === 0x80) {
        point = (point << 6) | (bytes[i++] & 63);
        read++;
      }
      const wrong = more > 0 && (read < more || point < SHORTEST[more] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000));
      out += String.fromCodePoint(wrong ? REPLACEMENT : point);
    }
    return out;
  };

  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const toBase64 = (bytes) => {
    let out = '';
    for (let i = 0; i < bytes.length; i += 3) {
      const group = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
      out += LETTERS[group >> 18] + LETTERS[(group >> 12) & 63];
      out += i + 1 < bytes.length ? LETTERS[(group >> 6) & 63] : '=';
      out += i + 2 < bytes.length ? LETTERS[group & 63] : '=';
    }
    return out;
  };
  const fromBase64 = (written) => {
    const out = [];
    let bits = 0;
    let held = 0;
    for (const letter of written) {
      if (letter === '=') break;
      const value = LETTERS.indexOf(letter === '-' ? '+' : letter === '_' ? '/' : letter);
      if (value < 0) continue;
      held = ((held << 6) | value) & 0xffffff;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        out.push((held >> bits) & 255);
      }
    }
    return out;
  };

  const ENCODINGS = {
    utf8: [utf8, text],
    hex: [
      (written) => (written.match(/^(?:[0-9a-fA-F]{2})*/)[0].match(/../g) ?? []).map((pair) => parseInt(pair, 16)),
      (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    ],
    base64: [fromBase64, toBase64],
    base64url: [fromBase64, (bytes) => toBase64(bytes).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_')],
    latin1: [
      (written) => Array.from(written, (letter) => letter.charCodeAt(0) & 255),
      (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''),
    ],
    ascii: [
      (written) => Array.from(written, (letter) => letter.charCodeAt(0) & 255),
      (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte & 127)).join(''),
    ],
    utf16le: [
      (written) => written.split('').flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
      (bytes) => {
        let out = '';
        for (let i = 0; i + 1 < bytes.length; i += 2) out += String.fromCharCode(bytes[i] | (bytes[i + 1] << 8));
        return out;
      },
    ],
  };
  const OTHER_NAMES = { 'utf-8': 'utf8', binary: 'latin1', ucs2: 'utf16le', 'ucs-2': 'utf16le', 'utf-16le': 'utf16le' };
  const encoding = (name) => {
    const wanted = String(name ?? 'utf8').toLowerCase();
    const known = ENCODINGS[OTHER_NAMES[wanted] ?? wanted];
    if (!known) throw Object.assign(new TypeError(`Unknown encoding: ${name}`), { code: 'ERR_UNKNOWN_ENCODING' });
    return known;
  };

  class Buffer extends Uint8Array {
    static from(value, second, length) {
      if (typeof value === 'string') return Buffer.copy(encoding(second)[0](value));
      if (value instanceof ArrayBuffer) return new Buffer(value, second, length);
      if (value && value.type === 'Buffer' && Array.isArray(value.data)) return Buffer.copy(value.data);
      if (value === null || value === undefined || typeof value === 'number') {
        throw Object.assign(new TypeError('The first argument must be a string, a buffer or an array'),
          { code: 'ERR_INVALID_ARG_TYPE' });
      }
      return Buffer.copy(value);
    }
    static copy(values) {
      const bytes = new Buffer(values.length);
      bytes.set(values);
      return bytes;
    }
    static alloc(size, fill) {
      const bytes = new Buffer(size);
      return fill === undefined ? bytes : bytes.fill(fill);
    }
    static allocUnsafe(size) {
      return new Buffer(size);
    }
    static concat(list) {
      const bytes = new Buffer(list.reduce((sum, each) => sum + each.length, 0));
      let at = 0;
      for (const each of list) {
        bytes.set(each, at);
        at += each.length;
      }
      return bytes;
    }
    static isBuffer(value) {
      return value instanceof Buffer;
    }
    static isEncoding(name) {
      return String(name).toLowerCase() in { ...ENCODINGS, ...OTHER_NAMES };
    }
    static byteLength(value, name) {
      return typeof value === 'string' ? encoding(name)[0](value).length : value.byteLength;
    }
    static compare(a, b) {
      for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
      return Math.sign(a.length - b.length);
    }
    toString(name, start = 0, end = this.length) {
      return encoding(name)[1](start === 0 && end === this.length ? this : this.subarray(start, end));
    }
    toJSON() {
      return { type: 'Buffer', data: Array.from(this) };
    }
    equals(other) {
      return Buffer.compare(this, other) === 0;
    }
    compare(other) {
      return Buffer.compare(this, other);
    }
    slice(start, end) {
      return this.subarray(start, end);
    }
    write(written, offset = 0) {
      this.set(utf8(written).slice(0, this.length - offset), offset);
      return Math.min(utf8(written).length, this.length - offset);
    }
    copy(target, at = 0, start = 0, end = this.length) {
      target.set(this.subarray(start, end), at);
      return end - start;
    }
    get view() {
      return new DataView(this.buffer, this.byteOffset, this.byteLength);
    }
  }
  const NUMBERS = [['UInt8', 'Uint8'], ['Int8', 'Int8'], ['UInt16', 'Uint16'], ['Int16', 'Int16'], ['UInt32', 'Uint32'],
    ['Int32', 'Int32'], ['BigUInt64', 'BigUint64'], ['BigInt64', 'BigInt64'], ['Float', 'Float32'], ['Double', 'Float64']];
  for (const [name, kind] of NUMBERS) {
    const orders = name.endsWith('8') ? [['', false]] : [['BE', false], ['LE', true]];
    for (const [order, little] of orders) {
      Buffer.prototype[`read${name}${order}`] = function (at = 0) {
        return this.view[`get${kind}`](at, little);
      };
      Buffer.prototype[`write${name}${order}`] = function (value, at = 0) {
        this.view[`set${kind}`](at, value, little);
        return at + this.view[`get${kind}`].length;
      };
    }
  }
  define('Buffer', Buffer);
  define('atob', (written) => ENCODINGS.latin1[1](fromBase64(String(written))));
  define('btoa', (plain) => toBase64(ENCODINGS.latin1[0](String(plain))));
  define('TextEncoder', class TextEncoder {
    encoding = 'utf-8';
    encode(plain = '') {
      return Uint8Array.from(utf8(String(plain)));
    }
  });
  define('TextDecoder', class TextDecoder {
    encoding = 'utf-8';
    decode(bytes) {
      if (bytes === undefined) return '';
      return text(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    }
  });

  const quoted = (value) => encodeURIComponent(value).replace(/%20/g, '+');
  const plain = (value) => decodeURIComponent(value.replace(/\+/g, ' '));
  class URLSearchParams {
    #pairs = [];
    #changed = () => {};
    constructor(init = '', changed) {
      if (changed) this.#changed = changed;
      if (typeof init === 'string') {
        for (const pair of init.replace(/^\?/, '').split('&').filter(Boolean)) {
          const at = pair.indexOf('=');
          this.#pairs.push(at < 0 ? [plain(pair), ''] : [plain(pair.slice(0, at)), plain(pair.slice(at + 1))]);
        }
      } else {
        for (const [name, value] of init[Symbol.iterator] ? init : Object.entries(init)) {
          this.#pairs.push([String(name), String(value)]);
        }
      }
    }
    get(name) {
      return this.#pairs.find(([key]) => key === name)?.[1] ?? null;
    }
    getAll(name) {
      return this.#pairs.filter(([key]) => key === name).map(([, value]) => value);
    }
    has(name) {
      return this.#pairs.some(([key]) => key === name);
    }
    append(name, value) {
      this.#pairs.push([String(name), String(value)]);
      this.#changed(this);
    }
    set(name, value) {
      const at = this.#pairs.findIndex(([key]) => key === name);
      if (at < 0) this.#pairs.push([String(name), String(value)]);
      else this.#pairs = this.#pairs.filter(([key], i) => key !== name || i === at).map((pair) => (pair[0] === name ? [name, String(value)] : pair));
      this.#changed(this);
    }
    delete(name) {
      this.#pairs = this.#pairs.filter(([key]) => key !== name);
      this.#changed(this);
    }
    forEach(work) {
      this.#pairs.forEach(([name, value]) => work(value, name, this));
    }
    entries() {
      return this.#pairs.map((pair) => [...pair])[Symbol.iterator]();
    }
    keys() {
      return this.#pairs.map(([name]) => name)[Symbol.iterator]();
    }
    values() {
      return this.#pairs.map(([, value]) => value)[Symbol.iterator]();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return this.#pairs.map(([name, value]) => `${quoted(name)}=${quoted(value)}`).join('&');
    }
  }
  class URL {
    constructor(address, base) {
      let parts;
      try {
        parts = ask('url', { address: String(address), base: base === undefined ? null : String(base) });
      } catch {
        throw Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: String(address) });
      }
      Object.assign(this, parts);
      Object.defineProperty(this, 'searchParams', {
        value: new URLSearchParams(parts.search, (all) => {
          const written = all.toString();
          this.search = written ? `?${written}` : '';
        }),
      });
    }
    get host() {
      return this.port ? `${this.hostname}:${this.port}` : this.hostname;
    }
    get origin() {
      return `${this.protocol}//${this.host}`;
    }
    get href() {
      const who = this.username ? `${this.username}${this.password ? `:${this.password}` : ''}@` : '';
      return `${this.protocol}//${who}${this.host}${this.pathname}${this.search}${this.hash}`;
    }
    toString() {
      return this.href;
    }
    toJSON() {
      return this.href;
    }
    static canParse(address, base) {
      try {
        return Boolean(new URL(address, base));
      } catch {
        return false;
      }
    }
  }
  define('URL', URL);
  define('URLSearchParams', URLSearchParams);

  class Headers {
    #all = new Map();
    constructor(init = {}) {
      for (const [name, value] of init[Symbol.iterator] ? init : Object.entries(init)) this.append(name, value);
    }
    append(name, value) {
      const key = String(name).toLowerCase();
      this.#all.set(key, this.#all.has(key) ? `${this.#all.get(key)}, ${value}` : String(value));
    }
    set(name, value) {
      this.#all.set(String(name).toLowerCase(), String(value));
    }
    get(name) {
      return this.#all.get(String(name).toLowerCase()) ?? null;
    }
    has(name) {
      return this.#all.has(String(name).toLowerCase());
    }
    delete(name) {
      this.#all.delete(String(name).toLowerCase());
    }
    forEach(work) {
      this.#all.forEach((value, name) => work(value, name, this));
    }
    entries() {
      return this.#all.entries();
    }
    keys() {
      return this.#all.keys();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
  }
  define('Headers', Headers);

  const random = (size) => Buffer.from(ask('crypto.random', { size }), 'base64');
  define('crypto', Object.freeze({
    getRandomValues(array) {
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(random(array.byteLength));
      return array;
    },
    randomUUID() {
      const hex = random(16).toString('hex');
      const variant = ((parseInt(hex[16], 16) & 3) | 8).toString(16);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  }));

  const body = (given) =>
    given === undefined || given === null ? null
      : Buffer.from(typeof given === 'string' || given instanceof Uint8Array || given instanceof ArrayBuffer ? given : String(given)).toString('base64');
  // Bound to the pack's fetch only where its manifest asks for the network.
  Object.defineProperty(globalThis, '__waybill_fetch', {
    value: async (outside, input, init = {}) => {
      init.signal?.throwIfAborted?.();
      const answer = outside('fetch', {
        url: String(input),
        method: String(init.method ?? 'GET').toUpperCase(),
        headers: Object.fromEntries(new Headers(init.headers ?? {})),
        body: body(init.body),
        redirect: init.redirect ?? 'follow',
      });
      const bytes = Buffer.from(answer.body, 'base64');
      return {
        ok: answer.status >= 200 && answer.status < 300,
        status: answer.status,
        statusText: '',
        url: answer.url,
        redirected: answer.redirected,
        headers: new Headers(answer.headers),
        text: async () => bytes.toString('utf8'),
        json: async () => JSON.parse(bytes.toString('utf8')),
        arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
        bytes: async () => new Uint8Array(bytes),
      };
    },
  });
})();
