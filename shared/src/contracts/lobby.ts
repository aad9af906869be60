/**
 * Known games and a player's own games. Not a singleton: pages import the types only, so the schemas stay out
 * of the first load.
 */
import * as z from 'zod/mini';

export const gameKindSchema = z.enum(['slot', 'crash']);
export type GameKind = z.infer<typeof gameKindSchema>;
export const volatilitySchema = z.enum(['low', 'medium', 'high']);
export type Volatility = z.infer<typeof volatilitySchema>;

/**
 * A known game. The last three are missing where the aggregator does not tell them; `returnPercent` is the
 * return to player.
 */
const gameTitleSchema = z.object({
  providerCode: z.string(),
  gameCode: z.string(),
  title: z.string(),
  banner: z.string(),
  kind: z.optional(gameKindSchema),
  returnPercent: z.optional(z.number()),
  volatility: z.optional(volatilitySchema),
});
export type GameTitle = z.infer<typeof gameTitleSchema>;
export const titlesResponseSchema = z.object({ titles: z.array(gameTitleSchema) });
/** The caller's own games: last played first, last added first. */
export const lobbySchema = z.object({
  recent: z.array(gameTitleSchema),
  favourites: z.array(gameTitleSchema),
});
export type Lobby = z.infer<typeof lobbySchema>;
export const favouriteSchema = z.object({ isFavourite: z.boolean() });

/**
 * The time since the caller's sitting began, and the net play of the account since then in TND (wins less
 * stakes; what agents add or withdraw does not count).
 */
const sittingSchema = z.object({ elapsedMs: z.number(), result: z.number() });
export type Sitting = z.infer<typeof sittingSchema>;
/** Response of GET /casino/sitting; null before the first launch. */
export const sittingResponseSchema = z.object({ sitting: z.nullable(sittingSchema) });
