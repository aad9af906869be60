/**
 * The documents of the release store: `remotes.json`, which says what users run, and `description.json` of
 * each version. Release gate, release service, command line, server and page text read them with these
 * schemas. Not a singleton: the shell has a lighter check (shell/src/remotes/registry.ts), because these
 * would add to the first load.
 */
import * as z from 'zod/mini';
import { isScreenDescription, type ScreenDescription } from './screens';

/** The hash of a file in a form that browsers check. */
export const integrityHash = z
  .string()
  .check(z.regex(/^sha(256|384|512)-[A-Za-z0-9+/]+=*$/, 'is not an integrity hash'));

export const REMOTE_NAME_PATTERN = /^[a-z][a-z0-9-]{0,31}$/;
export const remoteNameSchema = z.string().check(z.regex(REMOTE_NAME_PATTERN, 'is not the name of a remote'));

const NUMBER = String.raw`(0|[1-9]\d{0,8})`;
const PART = String.raw`(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)`;
/** A version of Semantic Versioning 2.0.0 without build metadata, which gives two names to one version. */
export const VERSION_NAME_PATTERN = new RegExp(
  String.raw`^(?=.{1,64}$)${NUMBER}\.${NUMBER}\.${NUMBER}(-${PART}(\.${PART})*)?$`,
);
export const versionNameSchema = z.string().check(z.regex(VERSION_NAME_PATTERN, 'is not a version'));

/**
 * Whether `npm start` built the version from a working tree; a released version has the number of its
 * package.
 */
export const isDevelopmentVersion = (version: string): boolean => /-dev\.[0-9a-f]+$/.test(version);

/** A public Ed25519 key (RFC 8032): its 32 bytes in base64url. */
export const publicKeySchema = z.string().check(z.regex(/^[\w-]{43}$/, 'is not a public Ed25519 key'));

/** A signature and the public key that verifies it; the key counts only when a reader trusts it. */
export const releaseSignatureSchema = z.object({ key: publicKeySchema, value: z.base64() });
export type ReleaseSignature = z.infer<typeof releaseSignatureSchema>;

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

/** A refusal of the release gate shows these texts of a team on the operator's terminal. */
const printableSchema = z.string().check(z.regex(/^\P{C}*$/u, 'has an unprintable character'));
const names = z.array(printableSchema);
const textByName = z.record(printableSchema, printableSchema);

/**
 * The federation runtime of a shell or a remote, and the oldest one that it was tried with (decision 0086).
 */
const federationRuntimeSchema = z.object({ version: versionNameSchema, oldest: versionNameSchema });

/**
 * description.json of a build: the files that a page loads first, the imports from shared libraries, the
 * federation runtime, the screens.
 */
export const buildDescriptionSchema = z.object({
  name: remoteNameSchema,
  entry: printableSchema,
  preload: names,
  styles: names,
  /** The names that the build imports from each shared library. */
  uses: z.record(printableSchema, names),
  runtime: federationRuntimeSchema,
  /** `screens.json` of the remote: the shell builds its routes and menu from it. */
  screens: screensSchema,
});
export type BuildDescription = z.infer<typeof buildDescriptionSchema>;

/** description.json of a published version; file names are relative to its folder. */
export const versionDescriptionSchema = z
  .extend(z.omit(buildDescriptionSchema, { runtime: true }), {
    version: versionNameSchema,
    publishedAt: z.iso.datetime(),
    /** The commit of the build, with a plus sign behind it when files differed from it. */
    commit: z.nullable(z.string().check(z.regex(/^[0-9a-f]{7,64}\+?$/, 'is not a commit'))),
    /** Whether the checks of the remote passed before the version was published. */
    isChecked: z.boolean(),
    /** The hash of the bill of materials; absent in a build of a working tree, which has none. */
    bill: z.optional(integrityHash),
    needs: z.object({
      contract: printableSchema,
      shared: textByName,
      events: textByName,
      runtime: federationRuntimeSchema,
    }),
    /** The hash of every file but this one, its signature and the bill of materials. */
    integrity: z.record(printableSchema, integrityHash),
  })
  .check(
    z.refine(
      ({ entry, preload, styles, integrity }) =>
        [entry, ...preload, ...styles].every((file) => Object.hasOwn(integrity, file)),
      'integrity lacks a file that pages load first',
    ),
  );
export type VersionDescription = z.infer<typeof versionDescriptionSchema>;

/** One version of a remote as the page loads it: the addresses of its files and the hash of each. */
export const releasedVersionSchema = z.object({
  entry: z.string(),
  /** The range of the routes contract. */
  contract: z.string(),
  preload: names,
  styles: names,
  integrity: z.record(z.string(), integrityHash),
  screens: screensSchema,
});
export type ReleasedVersion = z.infer<typeof releasedVersionSchema>;

/** The users who get a version early: a share of all users, or an agent's subtree, given as `subtreeHash`. */
const canarySchema = z.union([
  z.object({
    version: versionNameSchema,
    percent: z.int().check(z.gte(1, 'must be 1 to 100'), z.lte(100, 'must be 1 to 100')),
  }),
  z.object({ version: versionNameSchema, subtree: z.string() }),
]);
export type Canary = z.infer<typeof canarySchema>;

const releasedRemoteSchema = z
  .object({
    /** The origin that serves the files; absent: the page's own. */
    origin: z.optional(z.string()),
    active: versionNameSchema,
    previous: z.nullable(versionNameSchema),
    canary: z.nullable(canarySchema),
    versions: z.record(versionNameSchema, releasedVersionSchema),
  })
  .check(
    z.refine(
      ({ active, previous, canary, versions }) =>
        [active, previous, canary?.version].every((name) => name == null || Object.hasOwn(versions, name)),
      'names a version that it does not describe',
    ),
  );
export type ReleasedRemote = z.infer<typeof releasedRemoteSchema>;

/**
 * The live document remotes.json (section 8 of docs/design.md). A reader ignores members that a later version
 * of this contract adds.
 */
export const registrySchema = z.object({
  revision: z.int(),
  /** Origins from which a developer may replace a remote in a running shell. */
  overrideOrigins: names,
  remotes: z.record(remoteNameSchema, releasedRemoteSchema),
  /**
   * The public keys of each team, by remote: a version of the remote must be signed by one of them. A remote
   * without keys needs no signature.
   */
  teamKeys: z.optional(z.record(remoteNameSchema, z.array(publicKeySchema))),
  /** The operator's, over all other members. */
  signature: z.optional(releaseSignatureSchema),
});
export type Registry = z.infer<typeof registrySchema>;

export const EMPTY_REGISTRY: Registry = { revision: 0, overrideOrigins: [], remotes: {} };
