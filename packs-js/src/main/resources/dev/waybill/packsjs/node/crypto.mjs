// The part of node:crypto that computes; keys never leave the call.
const ask = globalThis.__waybill.ask;
const b64 = (value, encoding) => Buffer.from(value, encoding).toString('base64');
const bytes = (written) => Buffer.from(written, 'base64');
const given = (buffer, encoding) => (encoding ? buffer.toString(encoding) : buffer);

class Gathering {
  constructor(finish) {
    this.parts = [];
    this.finish = finish;
  }
  update(data, encoding) {
    this.parts.push(Buffer.from(data, encoding));
    return this;
  }
  all() {
    return Buffer.concat(this.parts).toString('base64');
  }
  digest(encoding) {
    return given(this.finish(this.all()), encoding);
  }
}

export const createHash = (algorithm) => new Gathering((data) => bytes(ask('crypto.hash', { algorithm, data })));
export const createHmac = (algorithm, key) => {
  const secret = key instanceof KeyObject ? key.secret : b64(key);
  return new Gathering((data) => bytes(ask('crypto.hmac', { algorithm, key: secret, data })));
};
export const hash = (algorithm, data, encoding = 'hex') => createHash(algorithm).update(data).digest(encoding);
export const randomBytes = (size) => bytes(ask('crypto.random', { size }));
export const randomUUID = () => globalThis.crypto.randomUUID();
export const randomInt = (min, max) => {
  const [low, high] = max === undefined ? [0, min] : [min, max];
  return low + (randomBytes(6).reduce((sum, byte) => sum * 256 + byte, 0) % (high - low));
};
export const timingSafeEqual = (a, b) => {
  if (a.length !== b.length) {
    throw Object.assign(new RangeError('Input buffers must have the same byte length'),
      { code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH' });
  }
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a[i] ^ b[i];
  return difference === 0;
};

class Cipher {
  constructor(decrypts, algorithm, key, iv) {
    Object.assign(this, { decrypts, algorithm, key: b64(key), iv: b64(iv), aad: '', parts: [], tag: '' });
  }
  setAAD(data) {
    this.aad = b64(data);
    return this;
  }
  setAuthTag(tag) {
    this.tag = b64(tag);
    return this;
  }
  getAuthTag() {
    return bytes(this.tag);
  }
  update(data, from, to) {
    this.parts.push(Buffer.from(data, from));
    return to ? '' : Buffer.alloc(0);
  }
  final(encoding) {
    const { algorithm, key, iv, aad, tag } = this;
    const data = Buffer.concat(this.parts).toString('base64');
    const done = ask(this.decrypts ? 'crypto.decrypt' : 'crypto.encrypt', { algorithm, key, iv, aad, tag, data });
    this.tag = done.tag ?? this.tag;
    return given(bytes(done.data), encoding);
  }
}
export const createCipheriv = (algorithm, key, iv) => new Cipher(false, algorithm, key, iv);
export const createDecipheriv = (algorithm, key, iv) => new Cipher(true, algorithm, key, iv);

export class KeyObject {
  constructor(type, pem, secret) {
    Object.assign(this, { type, pem, secret });
  }
}
const pemOf = (key) => {
  const inner = key instanceof KeyObject || typeof key === 'string' || Buffer.isBuffer(key) ? key : key.key;
  if (inner instanceof KeyObject) return inner.pem;
  return typeof inner === 'string' ? inner : Buffer.isBuffer(inner) ? inner.toString('utf8') : inner;
};
export const createSecretKey = (key, encoding) => new KeyObject('secret', null, b64(key, encoding));
export const createPrivateKey = (key) => new KeyObject('private', ask('crypto.private', { pem: pemOf(key) }), null);
export const createPublicKey = (key) =>
  new KeyObject('public', key.format === 'jwk' ? ask('crypto.jwk', key.key) : ask('crypto.public', { pem: pemOf(key) }), null);
const PSS = 6;
export const constants = { RSA_PKCS1_PSS_PADDING: PSS, RSA_PKCS1_PADDING: 1 };
const options = (key) => ({ pem: pemOf(key), pss: key?.padding === PSS, raw: key?.dsaEncoding === 'ieee-p1363' });
export const sign = (algorithm, data, key) => bytes(ask('crypto.sign', { algorithm, data: b64(data), ...options(key) }));
export const verify = (algorithm, data, key, signature) =>
  ask('crypto.verify', { algorithm, data: b64(data), signature: b64(signature), ...options(key) });
export const createSign = (algorithm) => {
  const gathering = new Gathering();
  gathering.sign = (key, encoding) =>
    given(bytes(ask('crypto.sign', { algorithm, data: gathering.all(), ...options(key) })), encoding);
  return gathering;
};
export const createVerify = (algorithm) => {
  const gathering = new Gathering();
  gathering.verify = (key, signature, encoding) =>
    ask('crypto.verify', { algorithm, data: gathering.all(), signature: b64(signature, encoding), ...options(key) });
  return gathering;
};

export class X509Certificate {
  constructor(pem) {
    const { key, ...seen } = ask('crypto.certificate', { pem: String(pem) });
    Object.assign(this, seen);
    this.pem = String(pem);
    this.publicKey = new KeyObject('public', key, null);
  }
  checkIssued(issuer) {
    return ask('crypto.issued', { pem: this.pem, issuer: issuer.pem });
  }
  verify(key) {
    return ask('crypto.signed', { pem: this.pem, key: key.pem });
  }
  toString() {
    return this.pem;
  }
}

export default {
  createHash, createHmac, hash, randomBytes, randomUUID, randomInt, timingSafeEqual, createCipheriv, createDecipheriv,
  createSecretKey, createPrivateKey, createPublicKey, sign, verify, createSign, createVerify, constants, KeyObject,
  X509Certificate,
};
