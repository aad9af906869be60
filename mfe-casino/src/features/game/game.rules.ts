const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1'];
const BALANCE_CHANGED = 'palier-demo/balance-changed';

/**
 * The address a game may be framed from, or null. The frame keeps its own origin (allow-same-origin), so a game from
 * ours would hold the session's tokens: another origin is what the sandbox stands on.
 */
export function framedAddress(launchUrl: string, ownOrigin: string): URL | null {
  if (!URL.canParse(launchUrl)) return null;
  const address = new URL(launchUrl);
  const isSecure =
    address.protocol === 'https:' || (address.protocol === 'http:' && LOCAL_HOSTS.includes(address.hostname));
  const hasCredentials = address.username !== '' || address.password !== '';
  return isSecure && !hasCredentials && address.origin !== ownOrigin ? address : null;
}

/** True for the one message a game may send: from its own frame, from the origin it was launched at, of that shape. */
export function saysBalanceChanged(
  event: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window | null,
  gameOrigin: string,
): boolean {
  if (frame === null || event.source !== frame || event.origin !== gameOrigin) return false;
  const { data } = event;
  return typeof data === 'object' && data !== null && 'type' in data && data.type === BALANCE_CHANGED;
}
