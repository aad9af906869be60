import * as z from 'zod/mini';

const hash = z.string().check(z.regex(/^sha(256|384|512)-[A-Za-z0-9+/]+=*$/, 'is no integrity hash'));
const versionName = z.string().check(z.regex(/^\d+\.\d+\.\d+[\w.+-]*$/, 'is no version'));

/** What the page needs to load one version of a remote: addresses, and the hash each of those files must have. */
const releasedVersionSchema = z.strictObject({
  entry: z.string(),
  /** The range of the routes contract; a document written before it was kept does not say. */
  contract: z.optional(z.string()),
  preload: z.array(z.string()),
  styles: z.array(z.string()),
  integrity: z.record(z.string(), hash),
});
export type ReleasedVersion = z.infer<typeof releasedVersionSchema>;

/** Who sees a version early: a share of the users, or the users below an agent, whose name only its hash tells. */
const canarySchema = z.union([
  z.strictObject({
    version: versionName,
    percent: z.int().check(z.gte(1, 'must be 1 to 100'), z.lte(100, 'must be 1 to 100')),
  }),
  z.strictObject({ version: versionName, subtree: z.string() }),
]);
export type Canary = z.infer<typeof canarySchema>;

const releasedRemoteSchema = z
  .strictObject({
    /** The origin that serves its files; absent: the page's own. */
    origin: z.optional(z.string()),
    active: versionName,
    previous: z.nullable(versionName),
    canary: z.nullable(canarySchema),
    versions: z.record(versionName, releasedVersionSchema),
  })
  .check(
    z.refine(
      ({ active, previous, canary, versions }) =>
        [active, previous, canary?.version].every((name) => name == null || Object.hasOwn(versions, name)),
      'names a version it does not describe',
    ),
  );
export type ReleasedRemote = z.infer<typeof releasedRemoteSchema>;

/** The live document remotes.json (section 8 of docs/design.md). */
export const registrySchema = z.strictObject({
  revision: z.int(),
  /** Origins from which a developer may replace a remote in a running shell. */
  overrideOrigins: z.array(z.url()),
  remotes: z.record(z.string(), releasedRemoteSchema),
});
export type Registry = z.infer<typeof registrySchema>;

export const EMPTY_REGISTRY: Registry = { revision: 0, overrideOrigins: [], remotes: {} };

/** A version built from a working tree by `npm start`; a team's versions bear their package's own number. */
export const isDevelopmentVersion = (version: string): boolean => /-dev\.[0-9a-f]+$/.test(version);
