import { parseUrl } from '@palier/shared/parse-url';

const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * The launch URL if a game may be framed from this URL, otherwise null. The sandbox allows the frame its own
 * origin, so a game from our origin could read the session's tokens.
 */
export function framedAddress(launchUrl: string, ownOrigin: string): URL | null {
  const address = parseUrl(launchUrl);
  if (address === null) return null;
  const own = new URL(ownOrigin);
  // A page that itself was loaded over HTTP gains nothing from HTTPS for games of the same host.
  const httpHosts = own.protocol === 'http:' ? [...LOCAL_HOSTS, own.hostname] : LOCAL_HOSTS;
  const isSecure =
    address.protocol === 'https:' || (address.protocol === 'http:' && httpHosts.includes(address.hostname));
  const hasCredentials = address.username !== '' || address.password !== '';
  return isSecure && !hasCredentials && address.origin !== ownOrigin ? address : null;
}

const GAME_MESSAGES = {
  'palier-demo/balance-changed': 'balance-changed',
  'palier-demo/round-started': 'round-started',
  'palier-demo/round-ended': 'round-ended',
} as const;

export type GameMessage = (typeof GAME_MESSAGES)[keyof typeof GAME_MESSAGES];

/** Null for a message that does not come from the game's frame and origin, or has another shape. */
export function parseGameMessage(
  event: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window | null,
  gameOrigin: string,
): GameMessage | null {
  if (frame === null || event.source !== frame || event.origin !== gameOrigin) return null;
  const { data } = event;
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  const { type } = data;
  return typeof type === 'string' && Object.hasOwn(GAME_MESSAGES, type)
    ? GAME_MESSAGES[type as keyof typeof GAME_MESSAGES]
    : null;
}
