/** The catalogue that a game was opened from: query string and key of the history entry of the catalogue. */
interface CatalogueEntry {
  readonly search: string;
  readonly key: string;
}

export const catalogueLinkState = ({ search, key }: CatalogueEntry) => ({ catalogue: { search, key } });

export function catalogueOf(state: unknown): CatalogueEntry | null {
  const { catalogue } = Object(state) as { readonly catalogue?: unknown };
  const { search, key } = Object(catalogue) as Partial<Record<string, unknown>>;
  return typeof search === 'string' && typeof key === 'string' ? { search, key } : null;
}
