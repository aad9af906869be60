import { part } from './part';

export const FavouriteButton = part((parts) => parts.FavouriteButton);
export const GameSearch = part((parts) => parts.GameSearch);
export const LobbyRow = part((parts) => parts.LobbyRow);
