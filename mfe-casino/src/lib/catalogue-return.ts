/** What a tile hands to the player through the history entry, so that Back finds the catalogue as it was left. */
export interface CatalogueReturn {
  readonly search: string;
  readonly key: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** State of the entry that opens a game. */
export const leavingCatalogue = (place: CatalogueReturn) => ({
  catalogue: { search: place.search, key: place.key },
});

/** Where the player's Back leads; the bare catalogue when the game was opened directly. */
export function placeToReturnTo(state: unknown): CatalogueReturn | null {
  if (!isRecord(state) || !isRecord(state.catalogue)) return null;
  const { search, key } = state.catalogue;
  return typeof search === 'string' && typeof key === 'string' ? { search, key } : null;
}
