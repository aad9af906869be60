import { publicKeySchema, releaseSignatureSchema } from '@palier/server/remotes/release-signature';
import { isScreenDescription, type ScreenDescription } from '@palier/shared/contracts/screens';
import * as z from 'zod/mini';

/** The hash of a file in a form that browsers check. */
export const integrityHash = z
  .string()
  .check(z.regex(/^sha(256|384|512)-[A-Za-z0-9+/]+=*$/, 'is not an integrity hash'));
const versionName = z.string().check(z.regex(/^\d+\.\d+\.\d+[\w.+-]*$/, 'is not a version'));

const SCREEN_MEMBERS = ['path', 'title', 'roles', 'section', 'menu'];

/** The screens of a version. Stricter than the page: a misspelt `roles` would open a screen to everyone. */
export const screensSchema = z._default(
  z.array(
    z.custom<ScreenDescription>(
      (value) =>
        isScreenDescription(value) && Object.keys(value).every((member) => SCREEN_MEMBERS.includes(member)),
      'is not a screen as docs/teams.md describes it',
    ),
  ),
  [],
);

/** One version of a remote as the page loads it: the addresses of its files and the hash of each. */
const releasedVersionSchema = z.strictObject({
  entry: z.string(),
  /** The range of the routes contract. */
  contract: z.string(),
  preload: z.array(z.string()),
  styles: z.array(z.string()),
  integrity: z.record(z.string(), integrityHash),
  screens: screensSchema,
});
export type ReleasedVersion = z.infer<typeof releasedVersionSchema>;

/** The users who get a version early: a share of all users, or an agent's subtree, given as `subtreeHash`. */
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
    /** The origin that serves the files; absent: the page's own. */
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
      'names a version that it does not describe',
    ),
  );
export type ReleasedRemote = z.infer<typeof releasedRemoteSchema>;

/** The live document remotes.json (section 8 of docs/design.md). */
export const registrySchema = z.strictObject({
  revision: z.int(),
  /** Origins from which a developer may replace a remote in a running shell. */
  overrideOrigins: z.array(z.string()),
  remotes: z.record(z.string(), releasedRemoteSchema),
  /**
   * The public keys of each team, by remote: a version of the remote must be signed by one of them. A remote
   * without keys needs no signature.
   */
  teamKeys: z.optional(z.record(z.string(), z.array(publicKeySchema))),
  /** The operator's, over all other members. */
  signature: z.optional(releaseSignatureSchema),
});
export type Registry = z.infer<typeof registrySchema>;

export const EMPTY_REGISTRY: Registry = { revision: 0, overrideOrigins: [], remotes: {} };

/**
 * Whether `npm start` built the version from a working tree; a released version has the number of its
 * package.
 */
export const isDevelopmentVersion = (version: string): boolean => /-dev\.[0-9a-f]+$/.test(version);
