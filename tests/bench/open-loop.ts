import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@palier/test-support/random';
import type { HttpCall } from './http-load';
import { percentile } from './measure';

/** A call whose connection is silent for this long is an error. */
const ANSWER_LIMIT_MS = 30_000;
const MOST_CONNECTIONS = 256;

export interface OpenLoad {
  readonly url: string;
  /** Sent repeatedly, in order, each with a new Idempotency-Key; `{n}` in a body is a name of the call. */
  readonly calls: readonly HttpCall[];
  /** Calls that are planned per second. */
  readonly rate: number;
  readonly seconds: number;
  readonly random: Random;
  /** Whether a call was carried out. */
  readonly isCarriedOut: (call: HttpCall, status: number, body: string) => boolean;
}

/** Latencies from the time at which each call was planned. */
export interface OpenFigures {
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
}

const FINENESS = 2 ** 30;

/** A number above 0 and at most 1. */
const share = (random: Random): number => random.between(1, FINENESS) / FINENESS;

/** Ranks from 0 to `count - 1`, of which the n-th is drawn with a weight of 1 / n (Zipf, exponent 1). */
export function createZipf(count: number, random: Random): () => number {
  const sums: number[] = [];
  for (let rank = 1; rank <= count; rank += 1) sums.push((sums.at(-1) ?? 0) + 1 / rank);
  const total = sums.at(-1) ?? 0;
  return () => {
    const drawn = share(random) * total;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle]! < drawn) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** The planned times of calls of independent callers, in ms from the start: a Poisson process. */
function planCalls({ rate, seconds, random }: OpenLoad): number[] {
  const planned: number[] = [];
  for (let at = 0; ;) {
    at -= (Math.log(share(random)) * 1_000) / rate;
    if (at > seconds * 1_000) return planned;
    planned.push(at);
  }
}

/**
 * Sends calls at planned times, whether earlier ones were answered or not. The latency of a call is counted
 * from its planned time, so that a server that stops answering for a while is charged for every call that
 * would have come meanwhile (coordinated omission). The sender itself is late by up to a millisecond; beyond
 * `MOST_CONNECTIONS` unanswered calls a call waits for a connection, which counts as its latency. Rejects,
 * once all calls were sent, when one was refused or got no answer.
 */
export async function loadOpen(load: OpenLoad): Promise<OpenFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS });
  const planned = planCalls(load);
  const prefix = `open-${Date.now().toString(36)}-`;
  const latencies: number[] = [];
  const answers: Promise<void>[] = [];
  const startedAt = performance.now();
  try {
    for (const [index, plannedAt] of planned.entries()) {
      const early = plannedAt - (performance.now() - startedAt);
      if (early > 0) await wait(Math.ceil(early));
      const call = load.calls[index % load.calls.length]!;
      const answer = send(load, call, { agent, name: prefix + index }).then(() => {
        latencies.push(performance.now() - startedAt - plannedAt);
      });
      // Awaited below, with all others.
      answer.catch(() => undefined);
      answers.push(answer);
    }
    await Promise.all(answers);
  } finally {
    agent.destroy();
  }
  const [p50Ms, p99Ms, p999Ms] = [0.5, 0.99, 0.999].map((part) => percentile(latencies, part));
  return { rate: load.rate, p50Ms: p50Ms!, p99Ms: p99Ms!, p999Ms: p999Ms! };
}

/** Sends a call under `name`, a name of its own; rejects unless it was carried out. */
const send = (
  { url, isCarriedOut }: OpenLoad,
  call: HttpCall,
  { agent, name }: { readonly agent: Agent; readonly name: string },
): Promise<void> =>
  new Promise((resolve, reject) => {
    const body = call.body?.replaceAll('{n}', name) ?? '';
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': name,
      ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
    };
    const options = { agent, method: call.method, headers, timeout: ANSWER_LIMIT_MS };
    const sent = request(url + call.path, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('error', reject);
      answer.on('end', () => {
        const status = answer.statusCode ?? 0;
        if (isCarriedOut(call, status, text)) resolve();
        else reject(new Error(`${call.path} was answered ${status}: ${text.slice(0, 200)}`));
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`${call.path} was not answered`)));
    sent.on('error', reject);
    sent.end(body);
  });

/**
 * The knee: the highest rate up to which 99 % of the calls stay within `limitMs`; 0 when those of the lowest
 * rate do not.
 */
export function kneeOf(figures: readonly OpenFigures[], limitMs: number): number {
  const sorted = [...figures].sort((a, b) => a.rate - b.rate);
  const first = sorted.findIndex(({ p99Ms }) => p99Ms > limitMs);
  return (first === -1 ? sorted : sorted.slice(0, first)).at(-1)?.rate ?? 0;
}
