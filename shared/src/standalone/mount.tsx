import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loginResponseSchema, type Role } from '../contracts';
import { firstError, http } from '../http';
import { createQueryClient, QueryClientProvider } from '../query';
import { BrowserRouter, Link, Navigate, useRoutes } from '../router';
import type { RemoteRoutes } from '../routes';
import { clearSession, startSession, useUser } from '../session';
import '../ui/tokens.css';
import '../ui/base.css';
import { DEMO_ACCOUNTS } from './demo-accounts';
import styles from './standalone.module.css';

/** Mounts one remote alone: session, router and cache as in the shell, and a thin bar with a role switcher (design §9). */
export function mountStandalone(routes: RemoteRoutes): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('standalone: no #root in the page');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <BrowserRouter>
          <RoleSwitcher routes={routes} />
          <main className={styles.main}>
            <Screens routes={routes} />
          </main>
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}

const mayOpen = (roles: readonly Role[] | undefined, role: Role): boolean => roles?.includes(role) ?? true;

function Screens({ routes }: { readonly routes: RemoteRoutes }) {
  const user = useUser();
  const own = user === null ? [] : routes.filter((route) => mayOpen(route.roles, user.roleName));
  const first = own.find((route) => !route.path.includes(':'))?.path;
  const element = useRoutes([
    ...own.map(({ path, element }) => ({ path, element })),
    {
      path: '*',
      element: first === undefined ? <p>Choisissez un rôle.</p> : <Navigate to={first} replace />,
    },
  ]);
  return <div key={user?.id}>{element}</div>;
}

function RoleSwitcher({ routes }: { readonly routes: RemoteRoutes }) {
  const user = useUser();
  const [message, setMessage] = useState<string | null>(null);

  async function signInAs(account: (typeof DEMO_ACCOUNTS)[number]): Promise<void> {
    try {
      clearSession();
      startSession(await http.post('/auth/login', account, loginResponseSchema));
      setMessage(null);
    } catch (error) {
      setMessage(firstError(error, 'Le serveur ne répond pas : lancez « npm start ».'));
    }
  }

  return (
    <header className={styles.bar}>
      {DEMO_ACCOUNTS.map((account) => (
        <button
          key={account.username}
          type="button"
          className={styles.role}
          aria-pressed={user?.username === account.username}
          onClick={() => void signInAs(account)}
        >
          {account.username}
        </button>
      ))}
      {routes
        .filter((route) => !route.path.includes(':') && user !== null && mayOpen(route.roles, user.roleName))
        .map((route) => (
          <Link key={route.path} to={route.path}>
            {route.path}
          </Link>
        ))}
      {message !== null && <span role="alert">{message}</span>}
    </header>
  );
}
