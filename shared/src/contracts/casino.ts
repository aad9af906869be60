import * as z from 'zod/mini';

export const providersResponseSchema = z.object({
  providers: z.array(z.object({ code: z.string(), name: z.string() })),
});
export type Provider = z.infer<typeof providersResponseSchema>['providers'][number];

const gameSchema = z.object({
  id: z.union([z.number(), z.string()]),
  game_name: z.string(),
  game_code: z.string(),
  banner: z.string(),
});
export type Game = z.infer<typeof gameSchema>;
export const gamesResponseSchema = z.object({ games: z.array(gameSchema) });

export const gameKindSchema = z.enum(['slot', 'crash']);
export type GameKind = z.infer<typeof gameKindSchema>;
export const volatilitySchema = z.enum(['low', 'medium', 'high']);
export type Volatility = z.infer<typeof volatilitySchema>;

/** A known game. The last three are missing where the aggregator does not tell them; `returnPercent` is the return to player. */
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

export const launchResponseSchema = z.object({ launch_url: z.string() });

export const jackpotCountersSchema = z.object({
  bronzeCounter: z._default(z.number(), 0),
  silverCounter: z._default(z.number(), 0),
  goldCounter: z._default(z.number(), 0),
});
export type JackpotCounters = z.infer<typeof jackpotCountersSchema>;

/** A jackpot win. The specification has `prizeAmount` only (section 3 of docs/spec-coverage.md). */
export const jackpotWinSchema = z.object({
  prizeAmount: z.number(),
  winId: z.optional(z.number()),
  tier: z.optional(z.enum(['bronze', 'silver', 'gold'])),
  winnerUsername: z.optional(z.string()),
  bronzeCounter: z.optional(z.number()),
  silverCounter: z.optional(z.number()),
  goldCounter: z.optional(z.number()),
});
export type JackpotWin = z.infer<typeof jackpotWinSchema>;
