import type { GameTitle } from '@palier/shared/contracts/lobby';
import { gamePath } from '@palier/shared/game-path';
import { createTitleSearch } from '@palier/shared/search-titles';
import type { Command } from './command';

const MAX_GAMES = 8;
const MAX_RECENT = 5;

const toCommand = ({ providerCode, gameCode, title }: GameTitle): Command => ({
  to: gamePath(providerCode, title, gameCode),
  title,
  detail: providerCode,
});

/** The games whose titles match the text. */
export const gameCommands = (titles: readonly GameTitle[], text: string): Command[] =>
  createTitleSearch(titles)(text.trim()).slice(0, MAX_GAMES).map(toCommand);

export const recentGameCommands = (recent: readonly GameTitle[]): Command[] =>
  recent.slice(0, MAX_RECENT).map(toCommand);
