// @ts-check
// The one way from a page to the host: the REST that any program uses, with the session's token on every change.

/** What the host refused, in its own words. */
export class Refused extends Error {
  /** @param {number} status @param {{error?: string, message?: string, details?: any}} body */
  constructor(status, body) {
    super(body.message ?? `the host answered ${status}`);
    this.status = status;
    this.code = body.error ?? 'unknown';
    this.details = body.details ?? {};
  }
}

/** @type {{tenant: string, principal: string, scopes: string[], csrfToken?: string} | null} */
let session = null;

export const currentSession = () => session;

/** @param {string} path @param {RequestInit & {json?: unknown}} [options] */
export async function call(path, options = {}) {
  const headers = new Headers(options.headers);
  headers.set('Accept', headers.get('Accept') ?? 'application/json');
  let body = options.body;
  if (options.json !== undefined) {
    headers.set('Content-Type', 'application/json');
    body = JSON.stringify(options.json);
  }
  if (session?.csrfToken && options.method && options.method !== 'GET') {
    headers.set('X-Waybill-Csrf', session.csrfToken);
  }
  const answer = await fetch(path, {...options, headers, body, credentials: 'same-origin'});
  if (!answer.ok) {
    throw new Refused(answer.status, await answer.json().catch(() => ({})));
  }
  return answer;
}

/** @param {string} path */
export const get = async (path) => (await call(path)).json();

/** @param {string} path @param {unknown} json @param {Record<string, string>} [headers] */
export async function post(path, json, headers) {
  const answer = await call(path, {method: 'POST', json, headers});
  return answer.status === 204 ? null : answer.json();
}

/** Who is signed in; null when a key is needed first. */
export async function whoAmI() {
  try {
    session = await get('/session');
  } catch (refused) {
    if (!(refused instanceof Refused) || refused.status !== 401) throw refused;
    session = null;
  }
  return session;
}

/** @param {string} key */
export async function signIn(key) {
  const answer = await call('/session', {method: 'POST', headers: {Authorization: `Bearer ${key}`}});
  session = await answer.json();
}

export async function signOut() {
  await call('/session', {method: 'DELETE'});
  session = null;
}

/** @param {string} scope */
export const may = (scope) => session?.scopes.includes(scope) ?? false;
