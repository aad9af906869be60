import { Refusal, refusalOf } from '../refusals/refusal';
import { frenchMoment, textOfRefusal } from '../refusals/refusal-texts';

const GAMES_UNAVAILABLE = ['unavailable', textOfRefusal('unavailable/games'), 5] as const;

/** `cause` is only logged: operators can act on it, players cannot. */
export const gamesUnavailable = (cause: unknown): Refusal => new Refusal(...GAMES_UNAVAILABLE, cause);

/**
 * Why an aggregator refuses a call, for the callers that act on it. `later`: the same call may be repeated
 * after a pause.
 */
export type RefusalMeaning =
  | 'later'
  | 'callback-unreachable'
  | 'not-for-seamless'
  | 'agent-money'
  | 'player-exists'
  | 'player-unknown'
  | 'provider-unknown'
  | 'game-unknown'
  | 'type-unknown'
  | 'nothing-listed'
  | 'credentials'
  | 'other';

/** What an operator does about a refusal. */
const ADVICE: Partial<Record<RefusalMeaning, string>> = {
  'callback-unreachable':
    'the provider could not read a balance at our callback address: ' +
    'check the address that it has, the proxy and PROVIDER_ALLOWED_IPS',
  'agent-money': 'our account at the provider has too little money',
  credentials: 'check PROVIDER_AGENT_CODE and PROVIDER_AGENT_TOKEN',
};

/**
 * The provider refused a call; `msg` is the provider's text for the reason. Users read that games are
 * unavailable.
 */
export class ProviderRefusal extends Refusal {
  constructor(
    readonly msg: string,
    readonly meaning: RefusalMeaning = 'other',
    /** After which pause the provider takes the call, where it says so. */
    readonly retryAfterMs = 0,
  ) {
    const advice = ADVICE[meaning];
    super(...GAMES_UNAVAILABLE, new Error(advice === undefined ? msg : `${msg} (${advice})`));
  }
}

/** The list is not read yet, because the provider limits how often lists are read. */
export const listNotReadYet = (): Refusal =>
  new Refusal(
    'unavailable',
    'La liste de ces jeux est en cours de lecture. Elle s’affichera dans quelques instants.',
    5,
  );

export const gameNotAvailable = (): Refusal => refusalOf('not-found/game');

/** The player has paused play, or excluded itself, until a local date-time. */
export const launchStopped = ({ kind, until }: { kind: 'paused' | 'excluded'; until: string }): Refusal =>
  refusalOf(`launch-stopped/${kind}`, { until: frenchMoment(until) });

export const tooManyFavourites = (most: number): Refusal =>
  new Refusal('conflict', `Vous avez déjà ${most} favoris. Retirez-en un pour en ajouter un autre.`);

/**
 * A launch address that must not become a frame. Only its origin is logged: the address contains the player's
 * session.
 */
export function launchAddressRefused(address: string, reason: string): Refusal {
  const origin = URL.canParse(address) ? new URL(address).origin : 'no address';
  return new Refusal(
    'unavailable',
    textOfRefusal('unavailable/address'),
    undefined,
    new Error(`launch_url ${reason}: ${origin}`),
  );
}

/**
 * One answer for a number that is no movement of a game and for a round of a player who is not below the
 * caller.
 */
export const roundNotFound = (): Refusal => new Refusal('not-found', 'Partie introuvable.');
