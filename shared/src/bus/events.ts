import * as z from 'zod/mini';
import { jackpotCountersSchema, jackpotWinSchema } from '../contracts';

/**
 * Every fact on the bus: payload schema, version, who emits, who listens. The one map (design §7).
 * An event that is not here, or whose payload does not match, is dropped.
 */
export const busEvents = {
  'session/started': { version: 1, payload: z.object({}), emits: ['shell'], listens: ['shell'] },
  'session/ended': {
    version: 1,
    payload: z.object({ reason: z.enum(['signed-out', 'unauthorised', 'invalid-token']) }),
    emits: ['shared/http', 'shell'],
    listens: ['shell', 'mfe-casino'],
  },
  'balance/changed': {
    version: 1,
    payload: z.object({ balance: z.number() }),
    emits: ['mfe-agent', 'mfe-casino'],
    listens: ['shell'],
  },
  'balance/outdated': {
    version: 1,
    payload: z.object({}),
    emits: ['mfe-agent', 'mfe-casino'],
    listens: ['shell'],
  },
  'jackpot/counted': {
    version: 1,
    payload: jackpotCountersSchema,
    emits: ['mfe-casino'],
    listens: ['shell', 'mfe-casino'],
  },
  'jackpot/won': {
    version: 1,
    payload: jackpotWinSchema,
    emits: ['mfe-casino'],
    listens: ['shell', 'mfe-casino'],
  },
  'notice/raised': {
    version: 1,
    payload: z.object({ tone: z.enum(['success', 'failure', 'info']), text: z.string() }),
    emits: ['mfe-agent', 'mfe-reports', 'mfe-casino', 'shell'],
    listens: ['shell'],
  },
} as const;

export type BusEventType = keyof typeof busEvents;
export type BusPayload<Type extends BusEventType> = z.infer<(typeof busEvents)[Type]['payload']>;
