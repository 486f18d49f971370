import { createHash } from 'node:crypto';
import { sum } from './lib/sum.mjs';

async function weigh(ctx) {
  const total = sum(ctx.inputs.parcels.map((parcel) => parcel.weight));
  const digest = createHash('sha256').update(String(total), 'utf8').digest('hex');
  return { status: 'success', outputs: { total, unit: ctx.config.unit ?? 'kg', digest } };
}

const stamp = async () => ({ status: 'success', outputs: { at: new Date().toISOString(), lot: Math.random() } });
const now = async () => ({ status: 'success', outputs: { at: Date.now(), id: crypto.randomUUID() } });

async function lose(ctx) {
  if (ctx.inputs.politely) {
    return { status: 'error', error: { code: 'PARCEL_LOST', message: 'it fell off', retryable: true } };
  }
  throw Object.assign(new Error(`no parcel ${ctx.inputs.id}`), { code: 'PARCEL_UNKNOWN' });
}

async function slow(ctx) {
  await new Promise((resolve) => setTimeout(resolve, 20));
  ctx.emit({ type: 'node.progress', data: { done: 1 } });
  ctx.log('info', 'on its way');
  return { status: 'success', outputs: { waited: true } };
}

const lie = async () => ({ status: 'success', outputs: { total: 'a lot' } });

export const nodes = {
  'local.acme.parcels.weigh': weigh,
  'local.acme.parcels.stamp': stamp,
  'local.acme.parcels.now': now,
  'local.acme.parcels.lose': lose,
  'local.acme.parcels.slow': slow,
  'local.acme.parcels.lie': lie,
};
