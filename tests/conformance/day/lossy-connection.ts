import { setTimeout as wait } from 'node:timers/promises';
import { createCallbacks } from '@palier/demo-provider/vendor/callback';
import { sendCallback } from '@palier/demo-provider/vendor/send';
import type { Random } from '@palier/test-support/random';
import type { Verdict } from '../operator';
import type { Books, Entry } from './books';

const SHORT_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
/** A vendor without a last try gives up here, so that a test of a dead operator ends. */
const PATIENCE_MS = 180_000;
/** A connection that is lost while the operator is killed answers never. */
const ANSWER_LIMIT_MS = 5_000;

/** How often the way between vendor and operator fails. */
const LOST_REQUEST = 0.08;
const LOST_ANSWER = 0.12;
const DOUBLED_REQUEST = 0.15;

export interface ConnectionOptions {
  readonly profile: Books['profile'];
  /** The operator's address for callbacks. */
  readonly operatorUrl: string;
  readonly agent: { readonly agentCode: string; readonly secret: string };
  readonly random: Random;
}

/** A vendor's connection to the operator, which loses, doubles and repeats requests and answers. */
export function createLossyConnection({ profile, operatorUrl, agent, random }: ConnectionOptions) {
  const callbacks = createCallbacks(profile, operatorUrl, agent);

  const send = ({ transaction }: Entry): Promise<Verdict> =>
    sendCallback(profile, callbacks.transaction(transaction), ANSWER_LIMIT_MS);

  async function sendLossily(entry: Entry): Promise<Verdict['kind']> {
    if (random.chance(LOST_REQUEST)) return 'unknown';
    const copies = random.chance(DOUBLED_REQUEST) ? random.between(2, 3) : 1;
    const verdicts = await Promise.all(Array.from({ length: copies }, () => send(entry)));
    if (random.chance(LOST_ANSWER)) return 'unknown';
    const verdict = verdicts.find(({ kind }) => kind === 'accepted') ?? verdicts[0]!;
    if (verdict.kind === 'refused') entry.word = verdict.word;
    return verdict.kind;
  }

  /** Sends until the outcome is known, or `tries` times. */
  async function ask(entry: Entry, tries: number): Promise<Verdict['kind']> {
    const endsAt = performance.now() + PATIENCE_MS;
    for (let sent = 1; ; sent += 1) {
      const kind = await sendLossily(entry);
      if (kind !== 'unknown') return kind;
      if (sent >= tries || performance.now() > endsAt) return 'unknown';
      await wait(Math.min(SHORT_PAUSE_MS * sent, LONGEST_PAUSE_MS));
    }
  }

  /** Asks for the outcome as the vendor does, and records it. True when the operator has confirmed it. */
  async function record(entry: Entry, tries = profile.tries ?? Infinity): Promise<boolean> {
    const isBet = entry.transaction.betMillimes > 0;
    const kind = await ask(entry, tries);
    const unknownBet = profile.unknownBet === 'void' ? 'void' : 'unconfirmed';
    if (kind === 'unknown') entry.state = isBet ? unknownBet : 'owed';
    else entry.state = kind;
    return kind === 'accepted';
  }

  return { send, record };
}
