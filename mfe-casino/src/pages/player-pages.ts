/** One chunk: each further chunk would add its name and its hash to the first load. */
export { GamePage } from './game/game.page';
export { ProtectionPage } from './protection/protection.page';
export { RoundsPage } from './rounds/rounds.page';
