/** One chunk: each further chunk would add its name and its hash to the first load. */
export { FavouriteButton } from './favourite-button';
export { GameFacts } from './game-facts';
export { GameSearch } from './game-search';
export { LobbyRow } from './lobby-row';
export { RelatedGames } from './related-games';
