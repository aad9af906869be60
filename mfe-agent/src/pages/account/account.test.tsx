import type { AccountEvent, AccountPage } from '@palier/shared/contracts/account-page';
import { createHold, currentPath, lost, noContent, refused, renderRoutes } from '@palier/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { routes } from '../../routes';
import { runMockServer, serve } from '../../testing/wire';

runMockServer();

const ACCOUNT = 'GET /user/account/7';
const EVENTS = 'GET /user/account/7/events';
const figures = { received: 250, returned: 40.5, distributed: 0, collected: 0 };
const account: AccountPage = {
  id: 7,
  username: 'nadia',
  roleName: 'ROLE_CLIENT',
  active: true,
  isFrozen: false,
  reserved: 0,
  balance: 1250.5,
  isDirect: true,
  path: [
    {
      id: 3,
      username: 'admin',
    },
  ],
  createdAt: '2026-02-01T09:00:00.000',
  lastSignInAt: '2026-03-01T14:00:00.120',
  figures: [1, 7, 30].map((days) => ({
    ...figures,
    days,
  })),
};
const event = (key: string, kind: string, more: Partial<AccountEvent> = {}): AccountEvent => ({
  key,
  kind,
  date: '2026-03-01T14:05:09.120',
  number: null,
  amount: null,
  balanceAfter: null,
  username: null,
  game: null,
  note: null,
  isReversible: false,
  sessionCount: null,
  reason: null,
  ...more,
});
const moved = (key: string, kind: string, amount: number, more: Partial<AccountEvent>) =>
  event(key, kind, { number: 48213, amount, balanceAfter: 1250.5, ...more });
const open = async (query = '') => {
  renderRoutes(routes, `/admin/7${query}`);
  return screen.findByRole('heading', { level: 1, name: 'nadia' });
};
const linksOf = () => screen.getAllByRole('link').map((link) => link.textContent);

beforeEach(() => {
  serve(ACCOUNT, account);
  serve(EVENTS, { data: [], next: null });
});

describe('account page', () => {
  test('account page: it shows balance, state, figures and every action of a direct child', async () => {
    await open();
    expect(await screen.findByText('1 250,50')).toBeVisible();
    expect(screen.getByText('Actif')).toBeVisible();
    expect(screen.getByText(/Créé le 1er\sfévrier\s2026/)).toHaveTextContent(
      'Client · Créé le 1er février 2026 · Dernière connexion : 1er mars 2026 à 14:00',
    );
    const rows = within(screen.getByRole('table', { name: 'Ajouté et retiré' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'PériodeAjoutéRetiré',
      "Aujourd'hui250,0040,50",
      '7 jours250,0040,50',
      '30 jours250,0040,50',
    ]);
    expect(screen.getByText('Sans les ajouts annulés.')).toBeVisible();
    expect(await screen.findByText('Aucun événement')).toBeVisible();
    expect(linksOf()).toEqual([
      'Back',
      'Ajouter',
      'Retirer',
      'Mot de passe',
      'Historique',
      'Journal',
      'admin',
      'Faire un premier ajout',
    ]);
  });

  test('account page: an account further below has a path up and cannot be changed', async () => {
    serve(ACCOUNT, {
      ...account,
      isDirect: false,
      isFrozen: true,
      lastSignInAt: null,
      roleName: 'ROLE_ADMIN',
      createdAt: '2020-02-01T09:00:00.000',
      path: [
        {
          id: 1,
          username: 'capo',
        },
        {
          id: 2,
          username: 'superadmin',
        },
      ],
    });
    await open();
    const path = screen.getByRole('navigation', { name: 'Comptes au-dessus' });
    expect(path).toHaveTextContent('capo › superadmin › nadia');
    expect(within(path).getByRole('link', { name: 'superadmin' })).toHaveAttribute('href', '/admin/2');
    expect(within(path).getByRole('link', { name: 'capo' })).toHaveAttribute('href', '/admin');
    expect(linksOf()).toEqual(['Back', 'Réseau', 'capo', 'superadmin']);
    expect(screen.queryByRole('button', { name: 'Désactiver' })).toBeNull();
    expect(screen.getByText(/^En lecture seule/)).toBeVisible();
    expect(screen.getByText('Bloqué')).toBeVisible();
    expect(screen.getByText(/Aucune connexion depuis 180 jours$/)).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Ajouté à ses sous-comptes' })).toBeVisible();
  });

  test('account page: movements, rounds and journal entries in the time line have their facts', async () => {
    serve(EVENTS, {
      data: [
        moved('I2', 'DEPOSIT', 250, { username: 'admin', note: 'avance' }),
        moved('O9', 'BET', -2, { game: 'Canopy Idols' }),
        event('J5', 'password-changed', { username: 'admin' }),
        event('J4', 'sessions-ended', { sessionCount: 2, reason: 'deactivated' }),
      ],
      next: null,
    });
    await open();
    await screen.findByText('Ajout');
    const rows = within(screen.getByRole('table', { name: 'Activité' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent.replace(/\s/g, ' '))).toEqual([
      'DateÉvénementMontantSolde après',
      '2026-03-01 14:05:09Ajoutadmin · n° 48213 · « avance »+250,001 250,50',
      '2026-03-01 14:05:09MiseCanopy Idols · n° 48213 · Voir la partie−2,001 250,50',
      '2026-03-01 14:05:09Mot de passe changéVous',
      '2026-03-01 14:05:092 sessions terminéescompte désactivé · Palier',
    ]);
    expect(screen.getByRole('link', { name: 'Voir la partie' })).toHaveAttribute('href', '/round/48213');
  });

  test('account page: its agent takes a young deposit back, and balance and time line follow', async () => {
    const deposit = moved('I2', 'DEPOSIT', 30, { username: 'admin', isReversible: true });
    serve(EVENTS, {
      data: [deposit, moved('I1', 'DEPOSIT', 5, { username: 'autre', isReversible: true })],
      next: null,
    });
    const reversals = serve('POST /transactions/48213/reversal', () => {
      serve(ACCOUNT, { ...account, balance: 1220.5 });
      serve(EVENTS, { data: [{ ...deposit, isReversible: false }], next: null });
      return { agentNewBalance: 1030, transactionId: 48214 };
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: "Annuler l'ajout" }));
    expect(screen.getByRole('group', { name: /^Annuler l'ajout de 30,00\sDT à nadia/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Confirmer' }));
    expect(await screen.findByText(/^Ajout annulé\s: 30,00\sDT retirés à nadia\.$/)).toBeVisible();
    expect(await screen.findByText('1 220,50')).toBeVisible();
    expect(screen.queryByRole('button', { name: "Annuler l'ajout" })).toBeNull();
    expect(reversals).toHaveLength(1);
  });

  test('account page: links lead to the older part of the time line and back', async () => {
    const calls = serve(EVENTS, ({ url }) =>
      new URL(url).searchParams.has('before')
        ? { data: [event('J1', 'account-created')], next: null }
        : { data: [event('J9', 'activated')], next: '4.2.9' },
    );
    await open();
    await userEvent.click(await screen.findByRole('link', { name: 'Plus anciens' }));
    expect(await screen.findByText('Compte créé')).toBeVisible();
    expect(currentPath()).toBe('/admin/7?avant=4.2.9');
    await userEvent.click(screen.getByRole('link', { name: 'Les plus récents' }));
    expect(await screen.findByText('Compte activé')).toBeVisible();
    expect(calls.slice(0, 2).map(({ search }) => search)).toEqual(['', '?before=4.2.9']);
  });

  test('account page: a deactivation is sent once, noticed, and the page is read again', async () => {
    const answer = createHold();
    const calls = serve('POST /user/update-status/7', async () => {
      await answer.released;
      serve(ACCOUNT, { ...account, active: false });
      return noContent();
    });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Désactiver' }));
    expect(screen.getByRole('group', { name: `Désactiver ${account.username}\u00a0?` })).toBeVisible();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Confirmer' }));
    answer.release();
    expect(await screen.findByRole('button', { name: 'Activer' })).toBeVisible();
    expect(screen.getByText('Inactif')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ active: false }]);
  });

  test('account page: a text says that it cannot be read, and Réessayer reads it again', async () => {
    serve(ACCOUNT, lost, { once: true });
    renderRoutes(routes, '/admin/7');
    expect(await screen.findByRole('alert')).toHaveTextContent("Le compte n'a pas pu être lu.");
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('1 250,50')).toBeVisible();
  });

  test('account page: the rest shows if the time line cannot be read, and Réessayer reads it', async () => {
    serve(EVENTS, lost, { once: true });
    await open();
    expect(await screen.findByText("L'activité n'a pas pu être lue.")).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('Aucun événement')).toBeVisible();
  });

  test('account page: no text names 180 days without a sign-in for a younger account', async () => {
    serve(ACCOUNT, { ...account, createdAt: '2999-02-01T09:00:00.000', lastSignInAt: null });
    await open();
    expect(screen.getByText(/Jamais connecté$/)).toBeVisible();
  });

  test.each([
    ['2031-02-28', 'Aucune connexion depuis 180 jours'],
    ['2031-02-27', 'Jamais connecté'],
  ])('account page: for a creation on 2030-09-01 and a platform day %s, it says %s', async (day, text) => {
    const body = { ...account, createdAt: '2030-09-01T00:10:00.000', lastSignInAt: null };
    serve(ACCOUNT, HttpResponse.json(body, { headers: { 'X-Platform-Day': `${day};ends-in=3600` } }));
    await open();
    expect(await screen.findByText(new RegExp(`${text}$`))).toBeVisible();
  });

  test('account page: the sentence of the server shows if the account is not below the caller', async () => {
    serve(ACCOUNT, () => refused(404, { errors: ['Compte introuvable.'] }));
    renderRoutes(routes, '/admin/7');
    expect(await screen.findByRole('alert')).toHaveTextContent('Compte introuvable.');
    expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
  });

  test('account page: Back leads to the page of the list from which it was opened', async () => {
    renderRoutes(routes, '/admin?page=2');
    await userEvent.click(await screen.findByRole('link', { name: 'joueur7' }));
    expect(currentPath()).toBe('/admin/7');
    expect(await screen.findByRole('link', { name: 'Back' })).toHaveAttribute('href', '/admin?page=2');
  });
});

describe('limits of an agent', () => {
  const LIMITS = 'GET /user/sub-account/7/limits';
  const STORE = 'POST /user/sub-account/7/limits';
  const none = { perMovement: null, perDay: null, leastBalance: null, proofAbove: null };
  const stored = {
    username: 'nadia',
    own: { ...none, perDay: 1500.5 },
    ofRole: { ...none, perMovement: 800 },
  };
  const openLimits = async () => {
    serve(ACCOUNT, { ...account, roleName: 'ROLE_ADMIN' });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Limites' }));
    return screen.findByLabelText('Par jour (DT)');
  };

  test('agent limits: they are read when the section opens, with those of the operator', async () => {
    const reads = serve(LIMITS, stored);
    serve(ACCOUNT, { ...account, roleName: 'ROLE_ADMIN' });
    await open();
    await screen.findByRole('button', { name: 'Limites' });
    expect(reads).toHaveLength(0);
    expect(await openLimits()).toHaveValue('1500,5');
    expect(screen.getByText(/L'exploitant fixe 800,00.DT/)).toBeVisible();
  });

  test('agent limits: typed amounts are sent once, and an empty field is no limit', async () => {
    serve(LIMITS, stored);
    const calls = serve(STORE, { ...stored, own: { ...none, perMovement: 250 } });
    await userEvent.clear(await openLimits());
    await userEvent.type(screen.getByLabelText('Double authentification au-dessus de (DT)'), '500');
    await userEvent.type(screen.getByLabelText('Par ajout (DT)'), '250{Enter}');
    expect(await screen.findByText('Limites enregistrées.')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ ...none, perMovement: 250, proofAbove: 500 }]);
  });

  test('agent limits: a text that is no amount is refused at its field, and a refusal is shown', async () => {
    serve(LIMITS, stored);
    const calls = serve(STORE, () =>
      refused(400, { errors: ['Le montant est trop grand.'], field: 'perDay' }),
    );
    const perDay = await openLimits();
    await userEvent.clear(perDay);
    await userEvent.type(perDay, '0{Enter}');
    expect(perDay).toBeInvalid();
    expect(calls).toHaveLength(0);
    await userEvent.clear(perDay);
    await userEvent.type(perDay, '99999999999{Enter}');
    expect(await screen.findByText('Le montant est trop grand.')).toBeVisible();
  });

  test('agent limits: a client and an account further below have none', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Limites' })).toBeNull();
    serve(ACCOUNT, { ...account, roleName: 'ROLE_ADMIN', isDirect: false });
    await open('?avant=9.9.9');
    expect(screen.queryByRole('button', { name: 'Limites' })).toBeNull();
  });
});

describe('lost second factor of a sub-account', () => {
  const READ = 'GET /user/sub-account/7/factor-reset';
  const ASK = 'POST /user/sub-account/7/factor-reset';
  const WITH = { hasFactor: true, waitS: 86_400, reset: null };
  const RESET = { by: 'admin', askedAt: '2026-03-01T08:00:00.000', dueAt: '2026-03-02T08:00:00.000' };
  const openSection = async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Double authentification' }));
  };

  test('factor reset: the parent says how the person was identified, and withdraws it again', async () => {
    serve(READ, WITH);
    const asked = serve(ASK, { ...WITH, reset: RESET });
    const withdrawn = serve(`${ASK}/withdraw`, WITH);
    await openSection();
    expect(await screen.findByText(/après un délai de 24.h/)).toBeVisible();
    const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
    await press('Retirer la double authentification');
    expect(asked).toHaveLength(0);
    const field = screen.getByLabelText(/Comment avez-vous identifié la personne/);
    expect(field).toHaveAccessibleDescription(/Dites comment/);
    await press("Pièce d'identité vue");
    expect(field).toHaveValue("Pièce d'identité vue");
    await press('Retirer la double authentification');
    expect(await screen.findByText(/admin a demandé le retrait/)).toBeVisible();
    expect(asked.map(({ body }) => body)).toEqual([{ identified: "Pièce d'identité vue" }]);
    await press('Annuler le retrait');
    expect(await screen.findByRole('button', { name: 'Retirer la double authentification' })).toBeVisible();
    expect(withdrawn).toHaveLength(1);
  });

  test('factor reset: an account without a second factor says so, and offers nothing', async () => {
    const reads = serve(READ, { ...WITH, hasFactor: false });
    await openSection();
    expect(await screen.findByText("Ce compte n'a pas de double authentification.")).toBeVisible();
    expect(screen.queryByLabelText(/Comment avez-vous/)).toBeNull();
    expect(reads).toHaveLength(1);
  });
});
