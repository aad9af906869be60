import { PROVIDER_CODES } from '@palier/shared/contracts/provider-codes';
import * as z from 'zod/mini';
import { isAllowedOrigin } from '../../config/allowed-origin';
import type { Config } from '../../config/config';
import type { ObserveProviderCall } from '../../observability/metrics';
import {
  gameNotAvailable,
  gamesUnavailable,
  launchAddressRefused,
  ProviderRefusal,
  type RefusalMeaning,
} from '../errors';
import { LOBBY_CODE, type GameAggregator, type ListedProvider } from '../port';
import { createOperatorCall, type ProviderAddress } from './operator-call';
import {
  describeFaults,
  gameListSchema,
  providerListSchema,
  readGames,
  readProviders,
  type ReadList,
} from './operator-lists';

const gameLaunchSchema = z.object({ launch_url: z.string() });
const LOCAL_HOST = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** Answers to `user_create` after which the player exists, or is created by the launch itself. */
const AFTER_CREATION: readonly RefusalMeaning[] = ['player-exists', 'not-for-seamless'];
const NO_SUCH_GAME: readonly RefusalMeaning[] = ['provider-unknown', 'game-unknown'];

type ClientSettings = ProviderAddress &
  Pick<Config, 'ALLOWED_FRAME_ORIGINS' | 'NODE_ENV' | 'PROVIDER_LOBBY_URL'>;

interface Observers {
  readonly observeCall?: ObserveProviderCall;
  /** Takes a sentence for operators about a list of which entries were left out. */
  readonly warn?: (list: string, faults: string) => void;
}

/** The operator calls of the gold_api family: one address, `method` in the body. */
export function createGoldApiAggregator(
  config: ClientSettings,
  { observeCall, warn = () => undefined }: Observers = {},
): GameAggregator {
  const call = createOperatorCall(config, observeCall);
  const reported = new Map<string, string>();

  /** Reports entries that were left out, once until they change. Throws where no entry could be read. */
  function judge<Entry>(list: string, count: number, { entries, faults }: ReadList<Entry>): Entry[] {
    const text = describeFaults(faults);
    if (count > 0 && faults.length === count)
      throw gamesUnavailable(new Error(`${list}: no entry can be read: ${text}`));
    if (text !== '' && reported.get(list) !== text) warn(list, text);
    reported.set(list, text);
    return [...entries];
  }

  async function startGame(body: {
    readonly user_code: string;
    readonly [field: string]: string;
  }): Promise<string> {
    const launch = async (): Promise<string> =>
      (await call('game_launch', body, gameLaunchSchema)).launch_url;
    try {
      return await launch();
    } catch (error) {
      if (!(error instanceof ProviderRefusal) || error.meaning !== 'player-unknown') throw error;
      // Some vendors require that the player be created first; a concurrent launch may already have created
      // it.
      await call('user_create', { user_code: body.user_code }, z.unknown()).catch((refusal: unknown) => {
        if (!(refusal instanceof ProviderRefusal) || !AFTER_CREATION.includes(refusal.meaning)) throw refusal;
      });
      return launch();
    }
  }

  return {
    name: `${config.PROVIDER_URL} ${config.PROVIDER_AGENT_CODE}`,
    async listProviders() {
      const { providers } = await call('provider_list', {}, providerListSchema);
      if (providers.length === 0) throw gamesUnavailable(new Error('provider_list: it has no provider'));
      return judge('provider_list', providers.length, readProviders(providers)).sort(bySpecOrder);
    },
    async listGames(provider) {
      try {
        const { games } = await call('game_list', { provider_code: provider.code }, gameListSchema);
        return judge(`game_list of ${provider.code}`, games.length, readGames(games, provider));
      } catch (error) {
        if (error instanceof ProviderRefusal && error.meaning === 'provider-unknown') return [];
        throw error;
      }
    },
    async launch({ userCode, providerCode, gameCode }) {
      try {
        const address = await startGame({
          user_code: userCode,
          provider_code: providerCode,
          game_code: gameCode === LOBBY_CODE ? '' : gameCode,
          lang: 'fr',
          ...(config.PROVIDER_LOBBY_URL === undefined ? {} : { lobby_url: config.PROVIDER_LOBBY_URL }),
        });
        const fault = frameFault(address, config);
        if (fault !== null) throw launchAddressRefused(address, fault);
        return address;
      } catch (error) {
        if (error instanceof ProviderRefusal && NO_SUCH_GAME.includes(error.meaning))
          throw gameNotAvailable();
        throw error;
      }
    },
  };
}

/** The order of section 3 of docs/spec-coverage.md; other providers follow by name. */
function bySpecOrder(a: ListedProvider, b: ListedProvider): number {
  const rank = ({ code }: ListedProvider): number => {
    const index = (PROVIDER_CODES as readonly string[]).indexOf(code);
    return index === -1 ? PROVIDER_CODES.length : index;
  };
  return rank(a) - rank(b) || a.name.localeCompare(b.name, 'fr');
}

/** Why the address must not become a frame, for the log; null for one that may. */
function frameFault(
  address: string,
  { ALLOWED_FRAME_ORIGINS: allowed, NODE_ENV }: Pick<ClientSettings, 'ALLOWED_FRAME_ORIGINS' | 'NODE_ENV'>,
): string | null {
  if (!URL.canParse(address)) return 'cannot be read';
  const url = new URL(address);
  // Browsers block a frame over http in a page over https, on any host but this machine.
  if (
    url.protocol === 'http:' &&
    !LOCAL_HOST.test(url.hostname) &&
    (NODE_ENV === 'production' || !isAllowedOrigin(url, allowed))
  )
    return 'is http, which browsers do not show in a page over https (ask the provider for https addresses)';
  return isAllowedOrigin(url, allowed) ? null : 'with a user, or not among ALLOWED_FRAME_ORIGINS';
}
