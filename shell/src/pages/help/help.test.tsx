import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startWire } from '../../testing/each-test';
import { renderShell } from '../../testing/render-shell';
import { signIn } from '../../testing/wire';

startWire();

const open = async (roleName: 'ROLE_CLIENT' | 'ROLE_ADMIN' | 'ROLE_CAPO') => {
  signIn({ roleName });
  renderShell('/settings/help');
  await screen.findByRole('heading', { name: 'Aide' });
};
const parts = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it.each([
  ['ROLE_CLIENT', ['Argent', 'Jeux', 'Jackpot', 'Sécurité']],
  ['ROLE_ADMIN', ['Argent', 'Ajouter et retirer', 'Rapport et réseau', 'Comptes', 'Jackpot', 'Sécurité']],
] as const)('help: a user of %s reads the words of their own screens', async (role, titles) => {
  await open(role);
  expect(parts()).toEqual(titles);
});

it('help: the page of a capo explains the trial balance', async () => {
  await open('ROLE_CAPO');
  expect(parts()).toContain('Vérification');
});

it('help: a search finds words without regard to case and accents, and says when there is none', async () => {
  await open('ROLE_ADMIN');
  const field = screen.getByRole('searchbox', { name: 'Rechercher un mot' });
  await userEvent.type(field, 'desactiver');
  expect(parts()).toEqual(['Comptes']);
  await userEvent.clear(field);
  await userEvent.type(field, 'ajouts annulés');
  expect(screen.getByText(/^Réseau et la page d'un compte ne comptent ni l'ajout annulé/)).toBeVisible();
  await userEvent.type(field, 'zzz');
  expect(screen.getByText(/^Aucun mot trouvé\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Effacer la recherche' }));
  expect(parts()).toHaveLength(6);
});
