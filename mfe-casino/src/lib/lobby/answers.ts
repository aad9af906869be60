import type { GameTitle, Lobby } from '@palier/shared/contracts/lobby';

/**
 * The schemas of the contract are for the server: the library of schemas would be larger than the parts that
 * read these answers.
 */
function list(value: unknown): readonly GameTitle[] {
  if (!Array.isArray(value)) throw new Error('lobby: not a list of games');
  return value as readonly GameTitle[];
}

export const lobbyAnswer = {
  parse(body: unknown): Lobby {
    const { recent, favourites } = Object(body) as Record<keyof Lobby, unknown>;
    return { recent: [...list(recent)], favourites: [...list(favourites)] };
  },
};

export const titlesAnswer = {
  parse: (body: unknown) => ({ titles: list((Object(body) as { titles?: unknown }).titles) }),
};
