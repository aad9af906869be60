import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Link, useLocation } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { REMOTE_SCREENS } from '../remote-screens';
import { useRemoteLoader, type RemoteLoader } from '../remotes';
import { Header } from './header';
import { Icon } from './icon';
import { JackpotBar } from './jackpot-bar';
import { messages } from './layout.messages';
import { isUnder, navLinks } from './nav-links';
import { useBalanceEvents } from '@palier/shared/host';
import styles from './layout.module.css';

/** The shared layout of every protected screen (section 2 of docs/spec-coverage.md): header, jackpot bar, nav, page, yellow footer band. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const user = useUser();
  useBalanceEvents();
  const { pathname, key } = useLocation();
  const main = useFreshPage(pathname, key);
  const remotes = useRemoteLoader();
  if (user === null) return null;
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#contenu">
        {messages.skip}
      </a>
      <Header user={user} />
      <JackpotBar />
      <nav className={styles.nav} aria-label={messages.menu}>
        {navLinks(user.roleName).map((item) => (
          <Link
            key={item.to}
            to={item.to}
            className={styles.navLink}
            aria-current={isUnder(item, pathname) ? 'page' : undefined}
            {...fetchedAhead(remotes, item.to)}
          >
            <Icon name={item.icon} />
            <span>{item.label}</span>
          </Link>
        ))}
      </nav>
      <main ref={main} id="contenu" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer}>{messages.footer}</footer>
    </div>
  );
}

/** A link that is pointed at, or reached by keyboard, is likely to be followed: its screen's files come meanwhile. */
function fetchedAhead(remotes: RemoteLoader, to: string) {
  const remote = REMOTE_SCREENS.find(({ path }) => path === to)?.remote;
  const fetchAhead = (): void => {
    if (remote !== undefined && remotes.stateOf(remote).status === 'absent') remotes.prefetch(remote);
  };
  return { onPointerEnter: fetchAhead, onFocus: fetchAhead };
}

/**
 * A new path, and what comes after the login, starts as a new page would: at its top, and with the focus there, so that it is
 * read out. In a page that the browser has loaded the focus is the browser's.
 */
function useFreshPage(pathname: string, key: string): RefObject<HTMLElement | null> {
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
