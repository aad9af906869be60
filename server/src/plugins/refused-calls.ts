import type { FastifyRequest } from 'fastify';
import { isCallbackPath } from '../aggregator/callback-path';
import type { App } from '../app-type';

const MAX_LENGTH = 128;

const refusals = new WeakMap<FastifyRequest, string>();

/** Remembers what each refused call is told, for the log and the metrics. */
export function noteRefusals(app: App): void {
  app.addHook('preSerialization', (request, _reply, answer: Answer | undefined, done) => {
    const refusal = refusalIn(answer ?? {});
    if (refusal !== undefined) refusals.set(request, refusal);
    done(null, answer);
  });
}

/** What refuses: `{errors: [sentence]}` and, whatever the status says, a provider's `{status: 0, msg: word}`. */
interface Answer {
  readonly errors?: readonly string[];
  readonly status?: unknown;
  readonly msg?: string;
}

const refusalIn = ({ errors, status, msg }: Answer): string | undefined =>
  errors?.[0] ?? (status === 0 ? msg : undefined);

/** What a refused call was told; undefined of one that went well. */
export const refusalOf = (request: FastifyRequest): string | undefined => refusals.get(request);

/** Why a call was refused, as its caller was told; of a provider's callback also which one it was. Nothing of one that went well. */
export function refusalFacts(request: FastifyRequest): object {
  const refused = refusalOf(request);
  return refused === undefined ? {} : { refused, ...walletFacts(request) };
}

/** A provider's names for its player, round and transaction: accepted ones are in the books, refused ones need not be. */
function walletFacts({ routeOptions, body }: FastifyRequest): object {
  if (!isCallbackPath(routeOptions.url ?? '')) return {};
  const call = recordOf(body);
  const game = { ...call, ...recordOf(call.slot ?? call.live) };
  return { player: short(call.user_code), round: short(game.round_id), transaction: short(game.txn_id) };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const short = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_LENGTH) : undefined;
