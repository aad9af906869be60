import * as z from 'zod/mini';
import { jackpotCountersSchema, jackpotWinSchema } from '../contracts';

/**
 * Every fact on the bus: payload schema, version, who emits, who listens. The one map (design §7).
 * An event that is not here, or whose payload does not match, is dropped.
 */
export const busEvents = {
  'session/ended': {
    version: 1,
    payload: z.object({ reason: z.enum(['signed-out', 'unauthorised', 'invalid-token']) }),
    emits: ['shared/http', 'shell'],
    listens: ['shell', 'mfe-casino', 'shared/host'],
  },
  'balance/changed': {
    version: 1,
    payload: z.object({ balance: z.number() }),
    emits: ['mfe-agent', 'mfe-casino'],
    listens: ['shared/host'],
  },
  'balance/outdated': {
    version: 1,
    payload: z.object({}),
    emits: ['mfe-agent', 'mfe-casino'],
    listens: ['shared/host'],
  },
  'jackpot/counted': {
    version: 1,
    payload: jackpotCountersSchema,
    emits: ['mfe-casino'],
    listens: ['shared/jackpot'],
  },
  'jackpot/won': {
    version: 1,
    payload: jackpotWinSchema,
    emits: ['mfe-casino'],
    listens: ['shell', 'mfe-casino'],
  },
  'jackpot/win-shown': {
    version: 1,
    payload: z.object({ id: z.number() }),
    emits: ['shell'],
    listens: ['mfe-casino'],
  },
  'notice/raised': {
    version: 1,
    payload: z.object({ tone: z.enum(['success', 'failure', 'info']), text: z.string() }),
    emits: ['mfe-agent'],
    listens: ['shared/host'],
  },
} as const;

/** The replayed states beside the facts, and the one module that writes each. */
export const stateStreams = {
  'the signed-in user and its balance': {
    stream: 'user$ of @palier/shared/session',
    writer: 'shared/session',
  },
  'the jackpot counters': {
    stream: 'useJackpotCounters of @palier/shared/jackpot',
    writer: 'shared/jackpot',
  },
  'calls in flight, which drive the loader': {
    stream: 'useIsLoading of @palier/shared/http',
    writer: 'shared/http',
  },
} as const;

export type BusEventType = keyof typeof busEvents;
export type BusPayload<Type extends BusEventType> = z.infer<(typeof busEvents)[Type]['payload']>;
