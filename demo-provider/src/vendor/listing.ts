import type { Profile } from './profile.js';

/** A provider in `provider_list`. */
export const writeProvider = ({ code, name }: { code: string; name: string }) => ({ code, name, status: 1 });

/** A game in `game_list`; a game has no id in the documents. */
export function writeGame(
  { lists }: Profile,
  { code, name, picture }: { code: string; name: string; picture: string },
): Record<string, unknown> {
  return {
    [lists.codeName]: code,
    game_name: name,
    ...(lists.pictureName === null ? {} : { [lists.pictureName]: picture }),
    ...(lists.hasStatus ? { status: 1 } : {}),
  };
}

/** Says whether a list is asked for too soon after the one before. */
export function createListPace({ lists: { paceMs } }: Profile, now: () => number = () => performance.now()) {
  let last = -Infinity;
  return (): boolean => {
    const isTooSoon = now() - last < paceMs;
    if (!isTooSoon) last = now();
    return isTooSoon;
  };
}
