import * as z from 'zod/mini';

const short = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

/** What a browser tells of a remote that failed; anyone may send it, so it is small and closed. */
export const remoteFailureSchema = z.strictObject({
  remote: short(32),
  version: short(64),
  stage: z.enum(['load', 'render', 'handler', 'screen']),
  // What is thrown may well be an empty text.
  reason: z.string().check(z.maxLength(200)),
});
export type RemoteFailure = z.infer<typeof remoteFailureSchema>;

/** The canaries the caller is to see because of the agents above: version by remote. */
export const canariesSchema = z.object({ versions: z.record(z.string(), z.string()) });

/** What the server needs of remotes.json. */
export const liveRegistrySchema = z.object({
  remotes: z.record(
    z.string(),
    z.object({
      canary: z.optional(z.nullable(z.object({ version: z.string(), subtree: z.optional(z.string()) }))),
      versions: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type LiveRegistry = z.infer<typeof liveRegistrySchema>;
