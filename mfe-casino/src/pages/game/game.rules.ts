const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1'];

/** The address as a URL, or null when it is none: the oldest browsers we serve (README) have no `URL.canParse`. */
function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/**
 * The address a game may be framed from, or null. The frame keeps its own origin (allow-same-origin), so a game from
 * ours would hold the session's tokens: another origin is what the sandbox stands on.
 */
export function framedAddress(launchUrl: string, ownOrigin: string): URL | null {
  const address = parseUrl(launchUrl);
  if (address === null) return null;
  const own = new URL(ownOrigin);
  // A page that came in clear from a machine of the same network is no safer than a game from there.
  const clearHosts = own.protocol === 'http:' ? [...LOCAL_HOSTS, own.hostname] : LOCAL_HOSTS;
  const isSecure =
    address.protocol === 'https:' || (address.protocol === 'http:' && clearHosts.includes(address.hostname));
  const hasCredentials = address.username !== '' || address.password !== '';
  return isSecure && !hasCredentials && address.origin !== ownOrigin ? address : null;
}

/** What a game may say, by the word it says it with. */
const GAME_WORDS = {
  'palier-demo/balance-changed': 'balance-changed',
  'palier-demo/round-started': 'round-started',
  'palier-demo/round-ended': 'round-ended',
} as const;

export type GameWord = (typeof GAME_WORDS)[keyof typeof GAME_WORDS];

/** What the game says, if it is the game: from its own frame, from the origin it was launched at, in a shape we know. */
export function gameWordOf(
  event: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window | null,
  gameOrigin: string,
): GameWord | null {
  if (frame === null || event.source !== frame || event.origin !== gameOrigin) return null;
  const { data } = event;
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  const { type } = data;
  return typeof type === 'string' && Object.hasOwn(GAME_WORDS, type)
    ? GAME_WORDS[type as keyof typeof GAME_WORDS]
    : null;
}
