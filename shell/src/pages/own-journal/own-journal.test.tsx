import { screen } from '@testing-library/react';
import { startWire } from '../../testing/each-test';
import { renderShell } from '../../testing/render-shell';
import { serve, signIn } from '../../testing/wire';

startWire();

it('own journal: /settings/journal shows the own entries with devices, and the user is Vous', async () => {
  signIn();
  const entry = {
    id: 1,
    date: '2026-03-01T14:05:09.120',
    kind: 'signed-in',
    actorUsername: 'client',
    browser: 'Firefox',
    system: 'Windows',
    sessionCount: null,
    reason: null,
  };
  serve('GET /user/journal', {
    data: [
      { ...entry, id: 2, kind: 'activated', actorUsername: 'admin', browser: null, system: null },
      entry,
    ],
    next: null,
    lastSignInAt: '2026-02-28T21:40:00.000',
  });
  renderShell('/settings/journal');
  expect(await screen.findByRole('heading', { name: 'Journal de votre compte' })).toBeVisible();
  expect(await screen.findByText('Connexion')).toBeVisible();
  const rows = screen.getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DateÉvénementPar',
    '2026-03-01 14:05:09Compte activéadmin',
    '2026-03-01 14:05:09ConnexionFirefox · WindowsVous',
  ]);
  expect(screen.getByText(/Dernière connexion.*28\sfévrier\s2026 à 21:40/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/settings');
  expect(screen.getByText('Back')).toHaveAttribute('lang', 'en');
});
