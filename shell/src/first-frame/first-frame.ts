/**
 * A program of its own in the head of the page (decision 0134). It runs before the page's files have arrived:
 * it sets the appearance, and for a signed-in user it draws the bars of the page. For a player at /home it
 * also starts the read of the first games, and draws the top of the screen from the answer. The page's code
 * takes the answer over and replaces the frame.
 */
import type {} from '@palier/shared/early-read';
import {
  CATALOGUE_TEXTS,
  DEFAULT_PROVIDER,
  FIRST_BANNERS,
  FIRST_PROVIDER_NAMES,
  LOBBY_ROW_PX,
  lobbyStorageKey,
} from '@palier/shared/first-screen';
import { startAppearance } from '@palier/shared/ui/appearance';
import { TABS } from '../layout/layout.messages';
import { PUBLIC_PATHS } from '../session-gate/public-paths';

const ADDRESS = `/casino/games?providerCode=${DEFAULT_PROVIDER}`;
/** After this time the page's code calls by itself. */
const READ_LIMIT_MS = 10_000;
/** Selects what the page's code draws in place of the frame. */
const SCREEN = 'main, h1, [role=alert], [data-in-place-of-screen]';

/** The fields of a game that the frame needs; the page's code validates the whole answer. */
interface FirstGames {
  readonly games: readonly { readonly game_name: string; readonly banner: string }[];
}

interface Visit {
  readonly token: string;
  readonly userId: number;
  /** The page is the catalogue of a player, without a search. */
  readonly isCatalogue: boolean;
}

/** Who opens this page with a session; null without one, and on the login screen. */
function signedInVisit(): Visit | null {
  const { pathname, search } = location;
  if (PUBLIC_PATHS.includes(pathname)) return null;
  try {
    const token = sessionStorage.getItem('token');
    const stored = sessionStorage.getItem('user') ?? localStorage.getItem('user');
    const { id, roleName } = JSON.parse(stored ?? '') as { id: number; roleName: string };
    const isCatalogue = roleName === 'ROLE_CLIENT' && pathname === '/home' && search === '';
    return token === null ? null : { token, userId: id, isCatalogue };
  } catch {
    // Without a stored user, or with a storage that the browser refuses, there is no frame.
    return null;
  }
}

function readGames(token: string): Promise<unknown> {
  const limit = new AbortController();
  setTimeout(() => limit.abort(), READ_LIMIT_MS);
  return fetch(`/api/v1${ADDRESS}`, { headers: { authorization: `Bearer ${token}` }, signal: limit.signal })
    .then((answer) => (answer.ok ? (answer.json() as Promise<unknown>) : null))
    .catch(() => null);
}

function element(className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  made.append(...children);
  return made;
}

const tile = (): HTMLElement => element('tile', element('banner'), element('name'));

/** The top of the catalogue, without its games. */
function drawCatalogue(userId: number): HTMLElement {
  const { title, requests, protection, search, searchAll, showMore } = CATALOGUE_TEXTS;
  const lobby = element('lobby');
  lobby.style.height = `${LOBBY_ROW_PX}px`;
  return element(
    'page',
    element(
      'head',
      element('title', title),
      element('links', element('', requests), element('', protection)),
    ),
    element('search', element('field', search), element('button', searchAll)),
    element('tiers', element('tier'), element('tier'), element('tier')),
    ...(localStorage.getItem(lobbyStorageKey(userId)) === null ? [] : [lobby]),
    element('providers', ...[...FIRST_PROVIDER_NAMES, showMore].map((name) => element('provider', name))),
    element('grid', ...Array.from({ length: FIRST_BANNERS }, tile)),
  );
}

function drawFrame({ userId, isCatalogue }: Visit): HTMLElement {
  const tabs = element('tabs', ...TABS.map((tab) => element('', tab)));
  const frame = element(
    // Every other screen has the bar of the jackpots.
    isCatalogue ? '' : 'bar',
    element('top', element('product', 'Palier'), tabs),
    ...(isCatalogue ? [drawCatalogue(userId)] : []),
    element('foot'),
  );
  frame.id = 'first-frame';
  // The loader shows above it without its veil.
  frame.dataset.waiting = '';
  frame.setAttribute('aria-hidden', 'true');
  return frame;
}

function showGames(frame: HTMLElement, { games }: FirstGames): HTMLImageElement[] {
  const images: HTMLImageElement[] = [];
  frame.querySelectorAll('.tile').forEach((shown, index) => {
    const game = games[index];
    if (game === undefined) return shown.remove();
    shown.lastElementChild?.append(game.game_name);
    if (game.banner === '') return;
    const image = new Image();
    image.alt = '';
    image.src = game.banner;
    image.onerror = () => image.remove();
    shown.firstElementChild?.append(image);
    images.push(image);
  });
  return images;
}

function removeOnceReplaced(frame: HTMLElement, root: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (root.querySelector(SCREEN) === null) return;
    watch.disconnect();
    frame.remove();
  });
  watch.observe(root, { childList: true, subtree: true });
}

/** Draws as soon as the page and its style are there; settles once the games are on the screen. */
async function draw(visit: Visit, answer: Promise<unknown>): Promise<void> {
  const root = await parsedRoot();
  if (root.querySelector(SCREEN) !== null) return;
  const frame = drawFrame(visit);
  root.before(frame);
  removeOnceReplaced(frame, root);
  const found = (await answer) as FirstGames | null;
  if (!Array.isArray(found?.games)) return;
  await Promise.allSettled(showGames(frame, found).map((image) => image.decode()));
  await nextFrame();
  await nextFrame();
}

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** The place of the page's code, once the style has arrived and the element is parsed. */
async function parsedRoot(): Promise<HTMLElement> {
  // A browser calls back before it paints. It paints when it has the style, but it may not have read the page
  // as far as this element: then the next frame looks again.
  await nextFrame();
  return document.getElementById('root') ?? parsedRoot();
}

function start(): void {
  const visit = signedInVisit();
  if (visit === null) return;
  const { token, isCatalogue } = visit;
  const answer = isCatalogue ? readGames(token) : Promise.resolve(null);
  const drawn = draw(visit, answer);
  if (isCatalogue) window.palierEarlyRead = { address: ADDRESS, token, answer, drawn };
}

startAppearance();
start();
