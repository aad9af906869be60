import type { GameTitle } from '@palier/shared/contracts/lobby';
import type { GameKey } from './game-title.repository';

const VOLATILITIES = ['low', 'medium', 'high'];

/** Larger than any distance of two known values: an unknown value is far from every other. */
const UNKNOWN = 100;

function volatilityDistance(one: GameTitle | undefined, other: GameTitle): number {
  if (one?.volatility === undefined || other.volatility === undefined) return UNKNOWN;
  return Math.abs(VOLATILITIES.indexOf(one.volatility) - VOLATILITIES.indexOf(other.volatility));
}

function returnDistance(one: GameTitle | undefined, other: GameTitle): number {
  if (one?.returnPercent === undefined || other.returnPercent === undefined) return UNKNOWN;
  return Math.abs(one.returnPercent - other.returnPercent);
}

/**
 * Up to `most` games of `titles` beside `game`: of its kind first, then of its provider, then of a near
 * volatility and return to player. Of a game that is not listed only the provider is known.
 */
export function relatedTitles(titles: readonly GameTitle[], game: GameKey, most: number): GameTitle[] {
  const isOwn = (title: GameTitle): boolean =>
    title.providerCode === game.providerCode && title.gameCode === game.gameCode;
  const own = titles.find(isOwn);
  const ranksOf = (title: GameTitle): readonly number[] => [
    Number(own !== undefined && title.kind !== own.kind),
    Number(title.providerCode !== game.providerCode),
    volatilityDistance(own, title),
    returnDistance(own, title),
  ];
  return titles
    .filter((title) => !isOwn(title))
    .map((title) => ({ title, ranks: ranksOf(title) }))
    .sort(
      (one, other) =>
        one.ranks.map((rank, place) => rank - (other.ranks[place] ?? 0)).find((gap) => gap !== 0) ??
        one.title.title.localeCompare(other.title.title, 'fr'),
    )
    .slice(0, most)
    .map(({ title }) => title);
}
