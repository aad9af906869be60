import type { Act } from '@palier/shared/contracts';
import { renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { account, api, mockWire, pageOfAccounts, wire } from '../../testing/wire';

mockWire();

const JOURNAL = api('/user/sub-account/7/journal');
const act = (id: number, overrides: Partial<Act> = {}): Act => ({
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
const serve = (data: Act[], next: number | null = null, lastSignInAt: string | null = null): void =>
  wire.use(http.get(JOURNAL, () => HttpResponse.json({ data, next, lastSignInAt })));
const cellsOf = (row: HTMLElement): (string | null)[] =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('the journal of a sub-account', () => {
  test('When it opens, then each act has its date, its words and who did it', async () => {
    signInForTest();
    serve(
      [
        act(10, { kind: 'sessions-ended', sessionCount: 100, reason: 'replaced', actorUsername: null }),
        act(9, { kind: 'sessions-ended', sessionCount: 1, reason: 'refresh-replayed', actorUsername: null }),
        act(8, {
          kind: 'sessions-ended',
          sessionCount: 3,
          reason: 'ended-by-user',
          actorUsername: 'joueur7',
        }),
        act(7, { kind: 'sessions-ended', sessionCount: 2, reason: 'deactivated' }),
        act(6, { kind: 'deactivated' }),
        act(5, { kind: 'signed-out', actorUsername: 'joueur7' }),
        act(4, { kind: 'signed-in', actorUsername: 'joueur7' }),
        act(3, { kind: 'password-changed' }),
        act(2, { kind: 'frozen-in-time' }),
        act(1, { kind: 'account-created' }),
      ],
      null,
      '2026-02-28T21:40:00.000',
    );
    renderRoutes(routes, '/admin/7/journal');
    expect(await screen.findByRole('heading', { name: 'Journal\u00a0: joueur7' })).toBeVisible();
    expect(await screen.findByText('Dernière connexion : 2026-02-28 21:40:00')).toBeVisible();
    const [head, ...rows] = screen.getAllByRole('row');
    expect(
      within(head!)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Date', 'Événement', 'Par']);
    expect(rows.map((row) => cellsOf(row).slice(1))).toEqual([
      ['100 sessions terminéestrop de sessions à la fois', 'Palier'],
      ['1 session terminéejeton utilisé deux fois', 'Palier'],
      ['3 sessions terminées', 'joueur7'],
      ['2 sessions terminéescompte désactivé', 'Vous'],
      ['Compte désactivé', 'Vous'],
      ['Déconnexion', 'joueur7'],
      ['Connexion', 'joueur7'],
      ['Mot de passe changé', 'Vous'],
      ['frozen-in-time', 'Vous'],
      ['Compte créé', 'Vous'],
    ]);
    expect(cellsOf(rows[0]!)[0]).toBe('2026-03-01 14:05:09');
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/admin/7/edit');
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('When it is longer than a part, then the way leads to what is older and back, and the focus with it', async () => {
    signInForTest();
    const asked: (string | null)[] = [];
    wire.use(
      http.get(JOURNAL, ({ request }) => {
        const query = new URL(request.url).searchParams;
        const before = query.get('before');
        asked.push(before);
        expect(query.get('size')).toBe('25');
        return HttpResponse.json(
          before === null
            ? { data: [act(60)], next: 36, lastSignInAt: null }
            : { data: [act(11, { kind: 'account-created' })], next: null, lastSignInAt: null },
        );
      }),
    );
    renderRoutes(routes, '/admin/7/journal');
    await userEvent.click(await screen.findByRole('link', { name: 'Plus anciens' }));
    expect(await screen.findByText('Compte créé')).toBeVisible();
    expect(screen.getByRole('status', { name: 'location' })).toHaveTextContent('/admin/7/journal?avant=36');
    expect(screen.getByRole('table').closest('[tabindex]')).toHaveFocus();
    expect(screen.queryByRole('link', { name: 'Plus anciens' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Les plus récents' }));
    expect(await screen.findByText('Compte activé')).toBeVisible();
    expect(asked.slice(0, 2)).toEqual([null, '36']);
  });

  test.each(['x', '-1', '0', '1e9', '1234567890123456'])(
    'When the address asks for what is older than %s, then it begins at the newest',
    async (avant) => {
      signInForTest();
      let asked: string | null = 'nothing';
      wire.use(
        http.get(JOURNAL, ({ request }) => {
          asked = new URL(request.url).searchParams.get('before');
          return HttpResponse.json({ data: [act(1)], next: null, lastSignInAt: null });
        }),
      );
      renderRoutes(routes, `/admin/7/journal?avant=${avant}`);
      expect(await screen.findByText('Compte activé')).toBeVisible();
      expect(asked).toBeNull();
    },
  );

  test('When nobody signed in, then it says so', async () => {
    signInForTest();
    serve([act(1)]);
    renderRoutes(routes, '/admin/7/journal');
    expect(await screen.findByText('Aucune connexion depuis 180 jours.')).toBeVisible();
  });

  test('When it cannot be read, then the red box says so', async () => {
    signInForTest();
    wire.use(http.get(JOURNAL, () => HttpResponse.json({}, { status: 500 })));
    renderRoutes(routes, '/admin/7/journal');
    expect(await screen.findByRole('alert')).toHaveTextContent("Le journal n'a pas pu être lu.");
  });

  test('When the account is not a child, then the way leads to /admin', async () => {
    signInForTest();
    const missing = () =>
      HttpResponse.json({ errors: ['Compte introuvable.'], code: 'not-found' }, { status: 404 });
    wire.use(http.get(JOURNAL, missing), http.get(api('/user/sub-account/7'), missing));
    renderRoutes(routes, '/admin/7/journal');
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'location' })).toHaveTextContent(/^\/admin$/),
    );
  });

  test('When an account is edited, then its journal is one link away', async () => {
    signInForTest();
    renderRoutes(routes, '/admin/7/edit');
    expect(await screen.findByRole('link', { name: 'Journal' })).toHaveAttribute('href', '/admin/7/journal');
  });

  test('When it was opened through a page of the list, then the way back leads to that page', async () => {
    signInForTest();
    serve([]);
    wire.use(
      http.post(api('/user/sub-accounts'), () => HttpResponse.json(pageOfAccounts([account(7)], 60, 1))),
    );
    renderRoutes(routes, '/admin?page=2');
    await userEvent.click(await screen.findByRole('link', { name: 'Modifier' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Journal' }));
    await screen.findByRole('heading', { name: 'Journal\u00a0: joueur7' });
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await screen.findByRole('heading', { name: 'Modifier\u00a0: joueur7' });
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/admin?page=2');
  });
});
