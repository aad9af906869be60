import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink, useLocation } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Header } from './header';
import { Icon } from './icon';
import { JackpotBar } from './jackpot-bar';
import { layoutMessages } from './layout.messages';
import { navLinks } from './nav-links';
import { useBalanceEvents } from '@palier/shared/host';
import styles from './layout.module.css';

/** The shared layout of every protected screen (spec §2): header, jackpot bar, nav, page, yellow footer band. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const user = useUser();
  useBalanceEvents();
  useScrollToTop();
  if (user === null) return null;
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#contenu">
        {layoutMessages.skip}
      </a>
      <Header user={user} />
      <JackpotBar />
      <nav className={styles.nav} aria-label={layoutMessages.menu}>
        {navLinks(user.roleName).map(({ to, label, icon }) => (
          <NavLink key={to} to={to} className={styles.navLink ?? ''}>
            <Icon name={icon} />
            <span>{label}</span>
          </NavLink>
        ))}
      </nav>
      <main id="contenu" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer}>{layoutMessages.footer}</footer>
    </div>
  );
}

/** A new path starts at its top, as a new page would. */
function useScrollToTop(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== pathname) window.scrollTo({ top: 0 });
    last.current = pathname;
  }, [pathname]);
}
