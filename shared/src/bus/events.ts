import * as z from 'zod/mini';
import { jackpotCountersSchema, jackpotWinSchema } from '../contracts';

/**
 * A call of the API that takes back what a notice reports, offered for 30 s. The notice reads it; the bus
 * does not check it, because its schema would be in the first load.
 */
export interface UndoOffer {
  readonly label: string;
  /** Asked before the call. Without it, the call follows the press. */
  readonly question?: string;
  readonly keep?: string;
  readonly path: string;
  readonly body?: object;
  readonly done: string;
  /** Said when the answer was lost. */
  readonly unknown: string;
}

/**
 * Version and payload schema of every event on the bus. An event that is not listed, or whose payload does
 * not match, is dropped. `event-flow.ts` lists the packages that emit and listen to each event.
 */
export const busEvents = {
  'session/ended': {
    version: 1,
    payload: z.object({ reason: z.enum(['signed-out', 'unauthorised', 'invalid-token']) }),
  },
  'balance/changed': { version: 1, payload: z.object({ balance: z.number() }) },
  'balance/outdated': { version: 1, payload: z.object({}) },
  'socket/connected': { version: 1, payload: z.object({}) },
  'jackpot/counted': { version: 1, payload: jackpotCountersSchema },
  'jackpot/won': { version: 1, payload: jackpotWinSchema },
  'jackpot/win-shown': { version: 1, payload: z.object({ id: z.number() }) },
  /** The number of the user's unread notices that the server keeps (decision 0116). */
  'notices/counted': { version: 1, payload: z.object({ unread: z.number() }) },
  'notice/raised': {
    version: 1,
    payload: z.object({
      tone: z.enum(['success', 'failure', 'info']),
      text: z.string(),
      link: z.optional(z.object({ to: z.string(), text: z.string() })),
      undo: z.optional(z.unknown()) as z.ZodMiniOptional<z.ZodMiniType<UndoOffer>>,
      detail: z.optional(z.string()),
    }),
  },
} as const;

export type BusEventType = keyof typeof busEvents;
export type BusPayload<Type extends BusEventType> = z.infer<(typeof busEvents)[Type]['payload']>;
