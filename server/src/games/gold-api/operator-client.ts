import type { Game, Provider } from '@palier/shared/contracts';
import { gameKindSchema, volatilitySchema } from '@palier/shared/contracts/lobby';
import { PROVIDER_CODES } from '@palier/shared/contracts/provider-codes';
import * as z from 'zod/mini';
import type { Config } from '../../config/config';
import { createCatalogueCache } from '../catalogue-cache';
import { gameNotAvailable, launchAddressRefused, ProviderRefusal } from '../errors';
import type { GameAggregator, ListedGame } from '../port';
import { word } from './callback.schemas';
import type { ObserveProviderCall } from '../../observability/metrics';
import { createOperatorCall, type ProviderAddress } from './operator-call';

const STATUS_OPEN = 1;
const NO_SUCH_GAME: readonly string[] = ['NOT_FOUND', 'INVALID_PROVIDER'];
const LONGEST_BANNER = 2_048;
const shortText = (most: number) => z.string().check(z.maxLength(most));

const providerSchema = z.object({
  code: z.string().check(z.regex(/^[A-Z0-9_]{1,32}$/)),
  name: shortText(128),
  status: z._default(z.number(), STATUS_OPEN),
});
/** Some vendors name the code and the picture otherwise; the documents have no id. */
function withDocumentedNames(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { code, slug, image, icon, ...game } = entry as Readonly<Record<string, unknown>>;
  const gameCode = game.game_code ?? code ?? game.game_id ?? slug;
  return { id: gameCode, banner: image ?? icon, ...game, game_code: gameCode };
}

const gameFields = z.object({
  id: z.union([z.number(), shortText(128)]),
  game_code: word,
  game_name: shortText(256),
  banner: z._default(z.string(), ''),
  status: z._default(z.number(), STATUS_OPEN),
  // No vendor of the family documents these three; docs/providers.md defines them. A value that cannot be read counts as missing.
  kind: z.catch(z.optional(gameKindSchema), undefined),
  rtp: z.catch(z.optional(z.number().check(z.gt(0), z.lte(100))), undefined),
  volatility: z.catch(z.optional(volatilitySchema), undefined),
});
const gameSchema = z.pipe(z.transform(withDocumentedNames), gameFields);
/**
 * Skips malformed entries; throws when a list has only malformed entries, so that the list replaces no cached list. Of entries
 * with the same code the last one counts.
 */
const listSchemaOf = <Entry>(schema: z.ZodMiniType<Entry>, codeOf: (entry: Entry) => string) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((entries: unknown[]) => {
      const read = new Map<string, Entry>();
      for (const entry of entries) {
        const parsed = schema.safeParse(entry);
        if (parsed.success) read.set(codeOf(parsed.data), parsed.data);
      }
      if (entries.length > 0 && read.size === 0) throw new TypeError('no entry of the list can be read');
      return [...read.values()];
    }),
  );
const providerListSchema = z.object({ providers: listSchemaOf(providerSchema, ({ code }) => code) });
const gameListSchema = z.object({ games: listSchemaOf(gameSchema, ({ game_code: code }) => code) });
const gameLaunchSchema = z.object({ launch_url: z.string() });

/** The operator calls of the gold_api family: one address, `method` in the body. */
export function createGoldApiAggregator(
  config: ProviderAddress & Pick<Config, 'ALLOWED_FRAME_ORIGINS'>,
  observeCall?: ObserveProviderCall,
  onListed: (providerCode: string, games: readonly ListedGame[]) => void = () => undefined,
): GameAggregator {
  const providers = createCatalogueCache<Provider[]>();
  const games = createCatalogueCache<Game[]>();

  const call = createOperatorCall(config, observeCall);

  async function startGame(body: {
    user_code: string;
    provider_code: string;
    game_code: string;
    lang: string;
  }): Promise<{ launch_url: string }> {
    try {
      return await call('game_launch', body, gameLaunchSchema);
    } catch (error) {
      if (!(error instanceof ProviderRefusal) || error.msg !== 'INVALID_USER') throw error;
      // Some vendors require that the player be created first; a concurrent launch may already have created it.
      await call('user_create', { user_code: body.user_code }, z.unknown()).catch((refusal: unknown) => {
        if (!(refusal instanceof ProviderRefusal) || !refusal.msg.startsWith('DUPLICATED')) throw refusal;
      });
      return call('game_launch', body, gameLaunchSchema);
    }
  }

  const listProviders = () =>
    providers('providers', async () => {
      const { providers: listed } = await call('provider_list', {}, providerListSchema);
      return listed
        .filter(({ status }) => status === STATUS_OPEN)
        .map(({ code, name }) => ({ code, name }))
        .sort(bySpecOrder);
    });

  return {
    listProviders,
    async listGames(providerCode) {
      // Unknown codes come from callers and must neither reach the provider nor fill the cache.
      if (!(await listProviders()).some(({ code }) => code === providerCode)) return [];
      return games(providerCode, async () => {
        try {
          const { games: listed } = await call('game_list', { provider_code: providerCode }, gameListSchema);
          const open = listed
            .filter(({ status }) => status === STATUS_OPEN)
            .map(({ status: _, ...game }) => ({ ...game, banner: safeBanner(game.banner) }));
          onListed(providerCode, open);
          return open.map(({ id, game_code, game_name, banner }) => ({ id, game_code, game_name, banner }));
        } catch (error) {
          if (!(error instanceof ProviderRefusal) || error.msg !== 'INVALID_PROVIDER') throw error;
          onListed(providerCode, []);
          return [];
        }
      });
    },
    async launch({ userCode, providerCode, gameCode }) {
      try {
        const { launch_url: address } = await startGame({
          user_code: userCode,
          provider_code: providerCode,
          game_code: gameCode,
          lang: 'fr',
        });
        if (!isAllowedFrame(address, config.ALLOWED_FRAME_ORIGINS)) throw launchAddressRefused(address);
        return address;
      } catch (error) {
        if (error instanceof ProviderRefusal && NO_SUCH_GAME.includes(error.msg)) throw gameNotAvailable();
        throw error;
      }
    },
  };
}

/** The order of section 3 of docs/spec-coverage.md; other providers follow by name. */
function bySpecOrder(a: Provider, b: Provider): number {
  const rank = ({ code }: Provider): number => {
    const index = (PROVIDER_CODES as readonly string[]).indexOf(code);
    return index === -1 ? PROVIDER_CODES.length : index;
  };
  return rank(a) - rank(b) || a.name.localeCompare(b.name, 'fr');
}

const safeBanner = (banner: string): string =>
  banner.length <= LONGEST_BANNER && /^https?:\/\//.test(banner) && URL.canParse(banner) ? banner : '';

/** Only an http(s) address without credentials, on a listed origin, may become a frame. */
function isAllowedFrame(address: string, allowedOrigins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    allowedOrigins.includes(url.origin)
  );
}
