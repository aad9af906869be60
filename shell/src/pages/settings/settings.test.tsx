import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@palier/shared/contracts';
import { currentUser } from '@palier/shared/session';
import { createQueryClient, QueryClientProvider } from '@palier/shared/query';
import { MemoryRouter, signInForTest } from '@palier/shared/testing';
import { hasOneKeyShortcuts } from '../../command-bar/one-key-shortcuts';
import { startWire } from '../../testing/each-test';
import { refused, serve } from '../../testing/wire';
import SettingsPage from './settings.page';

startWire();

const CHANGE = 'POST /auth/change-password';
const SESSIONS = { sessions: [], total: 0, lastSignInAt: null };

function open(roleName: Role = 'ROLE_ADMIN'): void {
  signInForTest({ roleName });
  serve('GET /auth/sessions', SESSIONS);
  serve('GET /auth/factors', {
    isOffered: true,
    arePasskeysOffered: true,
    passkeys: [],
    reset: null,
    appAddedAt: null,
    recoveryCodesLeft: 0,
  });
  serve('GET /user/notice-marks', { lowBalance: null, largeMovement: null, tellsParent: false });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SettingsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function fill(oldPassword: string, newPassword: string, confirm: string): Promise<void> {
  open();
  await userEvent.type(screen.getByLabelText('Ancien mot de passe'), oldPassword);
  await userEvent.type(screen.getByLabelText('Nouveau mot de passe'), newPassword);
  await userEvent.type(screen.getByLabelText('Confirmer le mot de passe'), confirm);
}

it('own password: a text shows by different new passwords, and nothing is sent', async () => {
  const sent = serve(CHANGE, {});
  await fill('Old12345', 'New12345', 'New12346');
  expect(screen.getByLabelText('Nouveau mot de passe')).toHaveAccessibleDescription(
    'Plus de 6 caractères, avec au moins 1 majuscule, 1 minuscule et 1 chiffre.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Les mots de passe ne correspondent pas');
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(sent).toEqual([]);
  expect(screen.getByRole('alert')).toHaveTextContent('Les mots de passe ne correspondent pas');
  expect(screen.getByLabelText('Confirmer le mot de passe')).toHaveFocus();
  // A second try shows a new element, so that screen readers announce the same refusal again.
  const said = screen.getByRole('alert');
  await userEvent.keyboard('{Enter}');
  expect(said).not.toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Les mots de passe ne correspondent pas');
});

it('own password: the form has the user name, so that a password manager updates the right login', () => {
  open();
  const form = screen.getByLabelText('Ancien mot de passe').closest('form')!;
  expect(form.querySelector('[autocomplete=username]')).toHaveValue(currentUser()?.username);
  const uses = [...form.querySelectorAll('[type=password]')].map((input) =>
    input.getAttribute('autocomplete'),
  );
  expect(uses).toEqual(['current-password', 'new-password', 'new-password']);
});

it.each(['Enregistrer', 'Désactiver Jackpot'])(
  'own password: pressing %s submits the form',
  async (button) => {
    const sent = serve(CHANGE, {});
    await fill('Old12345', 'New12345', 'New12345');
    await userEvent.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText('Le mot de passe a été changé avec succès.')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ oldPassword: 'Old12345', newPassword: 'New12345' }]);
    expect(screen.getByLabelText('Ancien mot de passe')).toHaveValue('');
  },
);

it('own password: a double click and Enter at once send one call', async () => {
  const calls = serve(CHANGE, {});
  await fill('Old12345', 'New12345', 'New12345');
  const button = screen.getByRole('button', { name: 'Enregistrer' });
  fireEvent.click(button);
  fireEvent.click(button);
  fireEvent.submit(button.closest('form')!);
  expect(await screen.findByText('Le mot de passe a été changé avec succès.')).toBeVisible();
  expect(calls).toHaveLength(1);
});

it.each([
  [
    'has two sentences shows the first',
    ['Ancien mot de passe incorrect.', 'x'],
    'Ancien mot de passe incorrect.',
  ],
  ['has no text shows the specified one', [], 'Le changement de mot de passe a échoué. Veuillez réessayer.'],
])('own password: a refusal that %s', async (_, errors, text) => {
  serve(CHANGE, () => refused(400, errors));
  await fill('a', 'b', 'b');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

it('own password: a client can have a win announced by the browser', async () => {
  class Notice {
    static permission = 'default';
  }
  Object.defineProperty(window, 'Notification', { value: Notice, configurable: true });
  try {
    open('ROLE_CLIENT');
    expect(screen.getByRole('button', { name: "Être prévenu d'un jackpot" })).toBeVisible();
    await screen.findByRole('heading', { name: 'Double authentification' }, { timeout: 30_000 });
    // The jackpot section is above the sessions, which load later and would push the section down.
    const sections = screen.getAllByRole('heading', { level: 2 });
    expect(sections.map(({ textContent }) => textContent)).toEqual([
      'Changer le mot de passe',
      'Affichage',
      'Jackpot',
      'Me prévenir',
      'Clavier',
      'Sessions',
      'Double authentification',
    ]);
  } finally {
    Reflect.deleteProperty(window, 'Notification');
  }
});

it('settings: a switch turns the shortcuts of a single key off and on for this browser', async () => {
  open();
  const shortcuts = screen.getByRole('switch', { name: "Raccourcis d'une seule touche" });
  expect(shortcuts).toBeChecked();
  expect(shortcuts).toHaveAccessibleDescription(/Ctrl K reste actif/);
  await userEvent.click(shortcuts);
  expect(hasOneKeyShortcuts()).toBe(false);
  await userEvent.click(shortcuts);
  expect(hasOneKeyShortcuts()).toBe(true);
});

it.each([
  ['ROLE_CLIENT', ['/protection', '/settings/help']],
  ['ROLE_ADMIN', ['/settings/help']],
] as const)('settings of %s: the links beside the title lead to %j', (roleName, paths) => {
  open(roleName);
  const head = screen.getByRole('heading', { level: 1 }).closest('section')?.firstElementChild;
  expect([...(head?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual(paths);
});
