import * as z from 'zod/mini';

const short = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

/** A browser's report of a failed remote. Small, because anyone may send it. */
export const remoteFailureSchema = z.strictObject({
  remote: short(32),
  version: short(64),
  stage: z.enum(['load', 'render', 'handler', 'screen']),
  // May be empty, because anything can be thrown.
  reason: z.string().check(z.maxLength(200)),
});
export type RemoteFailure = z.infer<typeof remoteFailureSchema>;

const milliseconds = z.optional(z.int().check(z.gte(0), z.lte(600_000)));

/** A browser's report of a remote that has mounted, once or again with its vitals. */
export const remoteReportSchema = z.strictObject({
  remote: short(32),
  version: short(64),
  lcpMs: milliseconds,
  inpMs: milliseconds,
});
export type MountReport = z.infer<typeof remoteReportSchema>;

/** Version by remote. */
export const canariesSchema = z.object({ versions: z.record(z.string(), z.string()) });
