import { tokensSchema, type Tokens } from '../contracts';
import { accessToken, refreshToken, setTokens, tokensAgeMs } from './tokens';
import { currentUser } from './user';

const CHANNEL = 'palier.renewals';
/** Other tabs answer within a few milliseconds; a tab that is busy for longer is not waited for. */
const OFFERS_AWAITED_MS = 100;

/** The tokens that replaced `usedToken`. */
interface Renewal {
  readonly usedToken: string;
  readonly tokens: unknown;
}

/** A tab without a session asks the others for theirs. */
interface Request {
  readonly wantedBy: string;
}

/** The session of a tab, for the tab that asked. */
interface Offer {
  readonly offeredTo: string;
  readonly userId: number;
  readonly tokens: unknown;
  /** Since the tokens arrived in the offering tab; null if that tab does not know. */
  readonly ageMs: number | null;
}

/** A session that is being ended. */
interface Ending {
  readonly endedToken: string;
}

type Message = Partial<Renewal & Request & Offer & Ending> | null;

/** Null when the browser refuses: Firefox without storage has no channels. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

function broadcast(message: Renewal | Request | Offer | Ending): void {
  const channel = openChannel();
  channel?.postMessage(message);
  channel?.close();
}

/** Sends the tokens that replaced `usedToken` to the other tabs of this origin. */
export const broadcastTokens = (usedToken: string, tokens: Tokens): void => broadcast({ usedToken, tokens });

/** The refresh token of a session that is being ended. */
let endedToken: string | null = null;

/** Keeps the session from tabs that open while it is being ended, here and in the tabs that share it. */
export function withholdSession(): void {
  endedToken = refreshToken();
  if (endedToken !== null) broadcast({ endedToken });
}

/** Offers the session of this tab, if it has one that is not being ended, to the tab that asked. */
function offerSession(wantedBy: string): void {
  const user = currentUser();
  const tokens = { accessToken: accessToken(), refreshToken: refreshToken() };
  if (user === null || tokens.refreshToken === null || tokens.refreshToken === endedToken) return;
  broadcast({ offeredTo: wantedBy, userId: user.id, tokens, ageMs: tokensAgeMs() });
}

/**
 * Takes over tokens that another tab with the same refresh token has renewed, and offers the session to tabs
 * that open without one. Tabs with one session renew in turn, because the server ends the session when a used
 * refresh token is presented again. Returns a function that stops both.
 */
export function syncTokensAcrossTabs(): () => void {
  const channel = openChannel();
  const onMessage = ({ data }: MessageEvent<Message>): void => {
    if (typeof data?.wantedBy === 'string') offerSession(data.wantedBy);
    if (typeof data?.endedToken === 'string') endedToken = data.endedToken;
    const own = refreshToken();
    const parsed = tokensSchema.safeParse(data?.tokens);
    if (own !== null && data?.usedToken === own && parsed.success) setTokens(parsed.data);
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.close();
}

interface OfferedSession {
  readonly userId: number;
  readonly tokens: Tokens;
  readonly ageMs: number;
}

/** The offered session after a message: an offered pair may be renewed before it is taken. */
function offersAfter(
  offers: readonly OfferedSession[],
  data: Message,
  id: string,
): readonly OfferedSession[] {
  const parsed = tokensSchema.safeParse(data?.tokens);
  if (!parsed.success) return offers;
  const tokens = parsed.data;
  const { offeredTo, userId, ageMs, usedToken } = data ?? {};
  if (offeredTo === id && typeof userId === 'number')
    return [...offers, { userId, tokens, ageMs: ageMs ?? Infinity }];
  return offers.map((offer) =>
    offer.tokens.refreshToken === usedToken ? { ...offer, tokens, ageMs: 0 } : offer,
  );
}

let offered: Promise<void> = Promise.resolve();

/** Resolves once the other tabs were asked for their session, if this tab has asked. */
export const whenSessionOffered = (): Promise<void> => offered;

/**
 * Asks the other tabs for their session, and takes it over if they have one user. Does nothing in a tab with
 * a session.
 */
export function askForSession(): Promise<void> {
  offered = refreshToken() === null ? collectOffers() : Promise.resolve();
  return offered;
}

async function collectOffers(): Promise<void> {
  const channel = openChannel();
  if (channel === null) return;
  const id = String(Math.random());
  let offers: readonly OfferedSession[] = [];
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    offers = offersAfter(offers, data, id);
  });
  broadcast({ wantedBy: id });
  await new Promise((resolve) => setTimeout(resolve, OFFERS_AWAITED_MS));
  channel.close();
  const [first] = offers;
  const isOneUser = offers.every(({ userId }) => userId === first?.userId);
  // The user may have signed in meanwhile.
  if (first !== undefined && isOneUser && refreshToken() === null) setTokens(first.tokens, first.ageMs);
}
