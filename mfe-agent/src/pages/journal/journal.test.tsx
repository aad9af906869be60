import type { JournalEntry } from '@palier/shared/contracts';
import { currentPath, renderRoutes } from '@palier/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { account, runMockServer, pageOfAccounts, serve } from '../../testing/wire';

runMockServer();

const JOURNAL = 'GET /user/sub-account/7/journal';
const entry = (id: number, overrides: Partial<JournalEntry> = {}): JournalEntry => ({
  id,
  date: '2026-03-01T14:05:09.120',
  kind: 'activated',
  actorUsername: 'admin',
  browser: null,
  system: null,
  sessionCount: null,
  reason: null,
  ...overrides,
});
const part = (data: JournalEntry[], next: number | null = null, lastSignInAt: string | null = null) => ({
  data,
  next,
  lastSignInAt,
});
const open = (query = '') => renderRoutes(routes, `/admin/7/journal${query}`);
const textsOf = (row: HTMLElement, role: 'cell' | 'columnheader' = 'cell'): (string | null)[] =>
  within(row)
    .getAllByRole(role)
    .map(({ textContent }) => textContent);

describe('journal of a sub-account', () => {
  test('journal: each entry has its date, its text and its author', async () => {
    const ended = { kind: 'sessions-ended' };
    const byPlayer = { actorUsername: 'joueur7' };
    const entries: [overrides: Partial<JournalEntry>, text: string, actor: string][] = [
      [
        { ...ended, sessionCount: 100, reason: 'replaced', actorUsername: null },
        '100 sessions terminéestrop de sessions à la fois',
        'Palier',
      ],
      [
        { ...ended, sessionCount: 1, reason: 'refresh-replayed', actorUsername: null },
        '1 session terminéejeton utilisé deux fois',
        'Palier',
      ],
      [
        { ...ended, sessionCount: 3, reason: 'ended-by-user', ...byPlayer },
        '3 sessions terminées',
        'joueur7',
      ],
      [{ ...ended, sessionCount: 2, reason: 'deactivated' }, '2 sessions terminéescompte désactivé', 'Vous'],
      [{ kind: 'deactivated' }, 'Compte désactivé', 'Vous'],
      [{ kind: 'signed-out', ...byPlayer }, 'Déconnexion', 'joueur7'],
      [{ kind: 'signed-in', ...byPlayer }, 'Connexion', 'joueur7'],
      [{ kind: 'password-changed' }, 'Mot de passe changé', 'Vous'],
      [{ kind: 'frozen-in-time' }, 'frozen-in-time', 'Vous'],
      [{ kind: 'account-created' }, 'Compte créé', 'Vous'],
    ];
    const data = entries.map(([overrides], index) => entry(10 - index, overrides));
    serve(JOURNAL, part(data, null, '2026-02-28T21:40:00.000'));
    open();
    expect(await screen.findByRole('heading', { name: 'Journal\u00a0: joueur7' })).toBeVisible();
    expect(await screen.findByText('Dernière connexion : 28 février 2026 à 21:40')).toBeVisible();
    const [head, ...rows] = screen.getAllByRole('row');
    expect(textsOf(head!, 'columnheader')).toEqual(['Date', 'Événement', 'Par']);
    expect(rows.map((row) => textsOf(row).slice(1))).toEqual(entries.map(([, text, actor]) => [text, actor]));
    expect(textsOf(rows[0]!)[0]).toBe('2026-03-01 14:05:09');
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/admin/7/edit');
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('journal: links lead to the older part and back, and the focus follows', async () => {
    const calls = serve(JOURNAL, ({ url }) =>
      new URL(url).searchParams.has('before')
        ? part([entry(11, { kind: 'account-created' })])
        : part([entry(60)], 36),
    );
    open();
    await userEvent.click(await screen.findByRole('link', { name: 'Plus anciens' }));
    expect(await screen.findByText('Compte créé')).toBeVisible();
    expect(currentPath()).toBe('/admin/7/journal?avant=36');
    expect(screen.getByRole('table').closest('[tabindex]')).toHaveFocus();
    expect(screen.queryByRole('link', { name: 'Plus anciens' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Les plus récents' }));
    expect(await screen.findByText('Compte activé')).toBeVisible();
    expect(calls.slice(0, 2).map(({ search }) => search)).toEqual(['?size=25', '?before=36&size=25']);
  });

  test.each(['x', '-1', '0', '1e9', '1234567890123456'])(
    'journal: the newest part opens if the URL asks for entries before %s',
    async (before) => {
      const calls = serve(JOURNAL, part([entry(1)]));
      open(`?avant=${before}`);
      expect(await screen.findByText('Compte activé')).toBeVisible();
      expect(calls[0]?.search).toBe('?size=25');
    },
  );

  test('journal: a text says that the sub-account never signed in', async () => {
    serve(JOURNAL, part([entry(1)]));
    open();
    expect(
      await screen.findByText('Aucune connexion enregistrée (elles sont gardées 180 jours).'),
    ).toBeVisible();
  });

  test('journal: Back and Back again lead to the page of the list from which it was opened', async () => {
    serve(JOURNAL, part([]));
    serve('POST /user/sub-accounts', pageOfAccounts([account(7)], 60, 1));
    renderRoutes(routes, '/admin?page=2');
    await userEvent.click(await screen.findByRole('link', { name: 'Modifier' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Journal' }));
    await screen.findByRole('heading', { name: 'Journal\u00a0: joueur7' });
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await screen.findByRole('heading', { name: 'Modifier\u00a0: joueur7' });
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/admin?page=2');
  });
});
