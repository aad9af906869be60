export const CATALOGUE_MESSAGES = {
  title: 'Casino Games',
  providers: 'Providers',
  showMore: 'Show More',
  showLess: 'Show Less',
  search: 'Search games...',
  clearSearch: 'Clear Search',
  loading: 'Loading games...',
  noGames: 'No games available for this provider',
  end: "You've reached the end of the list",
  found: (count: number) => `Found ${count} game(s)`,
  noMatch: (search: string) => `No games found matching "${search}"`,
  loaded: (count: number) => `${count} games loaded`,
} as const;
