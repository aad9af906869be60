import { part } from '../../lib/lobby/part';

// Apart from those of the catalogue, so that the first load does not name them.
export const GameFacts = part((parts) => parts.GameFacts);
export const RelatedGames = part((parts) => parts.RelatedGames);
