import { Refusal } from '../refusals/refusal';

const GAMES_UNAVAILABLE = [
  'unavailable',
  'Les jeux sont momentanément indisponibles. Veuillez réessayer.',
  5,
] as const;

/** `cause` is only logged: operators can act on it, players cannot. */
export const gamesUnavailable = (cause: unknown): Refusal => new Refusal(...GAMES_UNAVAILABLE, cause);

/** The provider refused a call; `msg` is the provider's code for the reason. Users read that games are unavailable. */
export class ProviderRefusal extends Refusal {
  constructor(readonly msg: string) {
    super(...GAMES_UNAVAILABLE, new Error(msg));
  }
}

export const gameNotAvailable = (): Refusal => new Refusal('not-found', "Ce jeu n'est pas disponible.");

export const tooManyFavourites = (most: number): Refusal =>
  new Refusal('conflict', `Vous avez déjà ${most} favoris. Retirez-en un pour en ajouter un autre.`);

/** A launch address that must not become a frame. Only its origin is logged: the address contains the player's session. */
export function launchAddressRefused(address: string): Refusal {
  const origin = URL.canParse(address) ? new URL(address).origin : 'no address';
  return new Refusal(
    'unavailable',
    "L'adresse de ce jeu a été refusée\u00a0: elle n'est pas sûre.",
    undefined,
    new Error(`launch_url with a user, or not among ALLOWED_FRAME_ORIGINS: ${origin}`),
  );
}

/** One answer for a number that is no movement of a game and for a round of a player who is not below the caller. */
export const roundNotFound = (): Refusal => new Refusal('not-found', 'Partie introuvable.');
