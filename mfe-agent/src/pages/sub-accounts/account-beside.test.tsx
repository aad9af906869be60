import { renderRoutes, refused } from '@palier/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { account, runMockServer, pageOfAccounts, rowOf, serve } from '../../testing/wire';

runMockServer();

const EVENTS_7 = 'GET /user/account/7/events';
const DEPOSIT = {
  key: 'I1',
  date: '2026-03-01T08:00:00.000',
  kind: 'DEPOSIT',
  number: 12,
  amount: 40,
  balanceAfter: 500,
  username: 'admin',
  game: null,
  note: null,
  isReversible: false,
  sessionCount: null,
  reason: null,
};
const SIGN_IN = { ...DEPOSIT, key: 'J1', kind: 'signed-in', number: null, amount: null, balanceAfter: null };

/** The list in a window of this width, with the accounts 7 and 8. */
function open(width: number): void {
  window.matchMedia = ((query: string) => ({
    matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
  serve('POST /user/sub-accounts', pageOfAccounts([account(7), account(8, { active: false, balance: 3 })]));
  renderRoutes(routes, '/admin');
}
afterEach(() => void Reflect.deleteProperty(window, 'matchMedia'));

const beside = () => screen.getByRole('complementary', { name: 'Compte choisi' });

it('account beside the list: a click on a row shows its balance, last movements and actions', async () => {
  const calls = serve(EVENTS_7, { data: [SIGN_IN, DEPOSIT], next: null });
  open(1600);
  const row = await rowOf('joueur7');
  expect(beside()).toHaveTextContent(/Choisissez une ligne/);
  expect(calls).toHaveLength(0);
  await userEvent.click(within(row).getByText('500,00'));
  expect(await within(beside()).findByRole('heading', { name: 'joueur7' })).toBeVisible();
  const [movement, ...others] = await within(beside()).findAllByRole('listitem');
  expect(movement).toHaveTextContent(/^Ajout\+40,00.*solde après 500,00$/);
  expect(others).toEqual([]);
  const links = within(beside()).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ajouter', '/refund/7'],
    ['Retirer', '/withdraw/7'],
    ['Historique', '/reportItem/7'],
    ['Ouvrir le compte', '/admin/7'],
  ]);
  expect(screen.getByRole('link', { name: 'joueur7' })).toHaveAttribute('aria-current', 'true');
});

it('account beside the list: arrows of the keyboard go to the next account', async () => {
  serve(EVENTS_7, { data: [DEPOSIT], next: null });
  serve('GET /user/account/8/events', { data: [], next: null });
  open(1920);
  await rowOf('joueur7');
  const first = screen.getByRole('link', { name: 'joueur7' });
  first.focus();
  expect(await within(beside()).findByRole('heading', { name: 'joueur7' })).toBeVisible();
  await waitFor(() => expect(first).toHaveAttribute('tabindex', '0'));
  await userEvent.keyboard('{ArrowDown}');
  expect(await within(beside()).findByRole('heading', { name: 'joueur8' })).toBeVisible();
  expect(beside()).toHaveTextContent(/Inactif/);
  expect(await within(beside()).findByText(/Aucun mouvement/)).toBeVisible();
});

it('account beside the list: none below 1600 px, where a click on a row opens the account', async () => {
  const calls = serve(EVENTS_7, { data: [], next: null });
  serve('GET /user/account/7', () => refused(404));
  open(1599);
  await userEvent.click(within(await rowOf('joueur7')).getByText('500,00'));
  expect(await screen.findByRole('heading', { level: 1, name: 'joueur7' })).toBeVisible();
  expect(screen.queryByRole('complementary', { name: 'Compte choisi' })).toBeNull();
  expect(calls).toHaveLength(0);
});

it('account beside the list: movements that cannot be read are asked for again', async () => {
  serve(EVENTS_7, () => refused(500));
  open(1600);
  await userEvent.click(within(await rowOf('joueur7')).getByText('500,00'));
  const failure = "Les mouvements n'ont pas pu être lus.";
  expect(await within(beside()).findByText(failure, {}, { timeout: 30_000 })).toBeVisible();
  serve(EVENTS_7, { data: [DEPOSIT], next: null });
  await userEvent.click(within(beside()).getByRole('button', { name: 'Réessayer' }));
  expect(await within(beside()).findAllByRole('listitem')).toHaveLength(1);
}, 60_000);
