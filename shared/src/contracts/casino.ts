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

/** The specification has `launch_url` only. `allows_windows`: the game may open windows of its own. */
export const launchResponseSchema = z.object({
  launch_url: z.string(),
  allows_windows: z.optional(z.boolean()),
});

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
