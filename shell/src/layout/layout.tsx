import { isKeptInSettings, type CurrentUser } from '@palier/shared/contracts';
import type { Screen } from '@palier/shared/contracts/screens';
import { useBalanceEvents } from '@palier/shared/host';
import { JACKPOT_TIERS, useJackpotCounters } from '@palier/shared/jackpot';
import { formatAmount } from '@palier/shared/money';
import { Link, useLocation } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { mayLoad, type RemoteLoader, useRemoteLoader, useScreens } from '../remotes';
import { screenAt } from '../screen-at';
import { Header } from './header';
import { Icon } from './icon';
import { messages } from './layout.messages';
import styles from './layout.module.css';
import { isActiveNavItem, type NavItem, navLinks, originOf } from './nav-links';

/** Since the menu was shown, so that the files of the first screen come first. */
const ENTRIES_AFTER_MS = 1_000;

export function Layout({ children }: { readonly children: ReactNode }) {
  const user = useUser();
  useBalanceEvents();
  const location = useLocation();
  const { pathname, key } = location;
  const main = useResetScrollAndFocus(pathname, key);
  const remotes = useRemoteLoader();
  const screens = useScreens() ?? [];
  useLoadDuringCheck(pathname, screens, user);
  // Every screen but Paramètres is refused.
  const isLimited = user === null || isKeptInSettings(user);
  const links = isLimited ? [] : navLinks(screens, user.roleName);
  usePrefetchedEntries(links);
  if (user === null) return null;
  // A client's catalogue shows the same three amounts as tiles.
  const hasBar = !isLimited && (user.roleName !== 'ROLE_CLIENT' || pathname !== '/home');
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#contenu" data-screen-only>
        {messages.skip}
      </a>
      <div className={styles.top} data-screen-only>
        <Header user={user} />
        {hasBar && <JackpotBar />}
        {!isLimited && (
          <nav className={styles.nav} aria-label={messages.menu}>
            {links.map((item) => (
              <Link
                key={item.path}
                to={item.path}
                className={styles.navLink}
                aria-current={
                  isActiveNavItem(item, originOf(location.state) ?? pathname, screens) ? 'page' : undefined
                }
                {...prefetchHandlers(remotes, item)}
              >
                <Icon name={item.menu.icon} />
                <span>{item.menu.text}</span>
              </Link>
            ))}
          </nav>
        )}
      </div>
      <main ref={main} id="contenu" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer} data-screen-only>
        {messages.footer}
      </footer>
    </div>
  );
}

/** Prefetches the remote of a link once the pointer or the keyboard reaches the link. */
function prefetchHandlers(remotes: RemoteLoader, { remote }: NavItem) {
  const prefetch = (): void => {
    if (remote !== '' && remotes.stateOf(remote).status === 'absent') remotes.prefetch(remote);
  };
  return { onPointerEnter: prefetch, onFocus: prefetch };
}

/** Loads the remote of a new path while the session gate checks the token, as the start of the page does. */
function useLoadDuringCheck(pathname: string, screens: readonly Screen[], user: CurrentUser | null): void {
  const remotes = useRemoteLoader();
  const load = useEffectEvent(() => {
    const screen = screenAt(screens, pathname);
    if (screen !== undefined && mayLoad(screen, user)) void remotes.load(screen.remote);
  });
  useEffect(() => load(), [pathname]);
}

/**
 * Fetches the entries of the menu's remotes once. The chunks of a remote can load only after its entry ran,
 * so on a phone a pressed link would wait for two downloads in turn.
 */
function usePrefetchedEntries(links: readonly NavItem[]): void {
  const remotes = useRemoteLoader();
  const prefetch = useEffectEvent(() => {
    for (const remote of new Set(links.map((item) => item.remote)))
      if (remote !== '' && remotes.stateOf(remote).status === 'absent') remotes.prefetch(remote, 'entry');
  });
  useEffect(() => {
    const timer = setTimeout(() => prefetch(), ENTRIES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/**
 * On a new path, scrolls to the top and focuses the element of the returned ref, so that screen readers
 * announce the page.
 */
function useResetScrollAndFocus(pathname: string, key: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const last = useRef(key === 'default' ? pathname : undefined);
  useEffect(() => {
    if (last.current !== pathname) {
      window.scrollTo({ top: 0 });
      main.current?.focus({ preventScroll: true });
    }
    last.current = pathname;
  }, [pathname]);
  return main;
}

function JackpotBar() {
  const counters = useJackpotCounters();
  return (
    <aside className={styles.jackpotBar} aria-label={messages.jackpot}>
      <strong className={styles.jackpotWord}>{messages.jackpot}</strong>
      {JACKPOT_TIERS.map(({ tier, label, counter }) => (
        <span key={tier} className={styles.tier} data-tier={tier}>
          {label}
          <span className={styles.tierAmount}>{counters && formatAmount(counters[counter])}</span>
        </span>
      ))}
    </aside>
  );
}
