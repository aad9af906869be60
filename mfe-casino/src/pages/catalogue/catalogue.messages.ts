import { CATALOGUE_TEXTS } from '@palier/shared/first-screen';

export const messages = {
  ...CATALOGUE_TEXTS,
  providers: 'Providers',
  showLess: 'Show Less',
  searchInAll: (search: string) => `Chercher «\u00a0${search}\u00a0» dans tous les jeux`,
  clearSearch: 'Clear Search',
  loading: 'Loading games...',
  noGames: 'No games available for this provider',
  unavailable: 'Les jeux de ce fournisseur ne répondent pas pour le moment. Nouvel essai automatique...',
  retry: 'Réessayer',
  chooseOther: 'Choisissez un autre fournisseur.',
  searchAllGames: 'Chercher dans tous les jeux',
  end: "You've reached the end of the list",
  found: (count: number) => `Found ${count} game(s)`,
  noMatch: (search: string) => `No games found matching "${search}"`,
  loaded: (count: number) => `${count} games loaded`,
} as const;
