import * as z from 'zod/mini';

const drawSchema = z.object({
  tier: z.string(),
  number: z.number(),
  commitment: z.string(),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  ceilingMicros: z.nullable(z.string()),
  salt: z.nullable(z.string()),
});
export type Draw = z.infer<typeof drawSchema>;
export const drawsSchema = z.object({ draws: z.array(drawSchema) });
