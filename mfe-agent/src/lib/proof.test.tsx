import { currentPath, noContent, refused, renderRoutes } from '@palier/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../routes';
import { runMockServer, serve } from '../testing/wire';

runMockServer();

const PROVE = 'POST /auth/proof';
const REFUSAL = {
  errors: ["Confirmez d'abord que c'est bien vous."],
  code: 'proof-required',
  field: 'proof',
};
const MISSING = {
  errors: ['Ce montant dépasse la somme … Ajoutez-la dans Paramètres.'],
  code: 'factor-missing',
};

const dialog = () => screen.findByRole('dialog', { name: "Confirmez que c'est vous" });

/** Refuses a call until a proof has come. */
function serveAfterProof(call: Parameters<typeof serve>[0], answer: () => unknown) {
  let isProved = false;
  const proofs = serve(PROVE, () => {
    isProved = true;
    return { success: true };
  });
  const calls = serve(call, () => (isProved ? (answer() as object) : refused(409, REFUSAL)));
  return { proofs, calls };
}

async function enterCode(): Promise<void> {
  const box = await dialog();
  const field = within(box).getByLabelText("Code de l'application, ou code de secours");
  expect(field).toHaveFocus();
  await userEvent.type(field, '123456{Enter}');
}

describe('proof of an agent', () => {
  test('refund form: a movement that needs a proof is sent again after it, under the same key', async () => {
    const { proofs, calls } = serveAfterProof('POST /transactions', () => ({ agentNewBalance: 960 }));
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await screen.findByRole('spinbutton', { name: 'Montant' }), '40{Enter}');
    await enterCode();
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    expect(proofs.map(({ body }) => body)).toEqual([{ code: '123456' }]);
    expect(calls).toHaveLength(2);
    expect(calls[0]?.key).toMatch(/.{8}/);
    expect(calls[1]?.key).toBe(calls[0]?.key);
    expect(calls[1]?.body).toEqual(calls[0]?.body);
  });

  test('refund form: without a proof the sentence of the refusal shows, and the amount stays', async () => {
    const { calls } = serveAfterProof('POST /transactions', () => ({ agentNewBalance: 960 }));
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await screen.findByRole('spinbutton', { name: 'Montant' }), '40{Enter}');
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Annuler' }));
    expect(await screen.findByText("Confirmez d'abord que c'est bien vous.")).toBeVisible();
    expect(await screen.findByRole('spinbutton', { name: 'Montant' })).toHaveValue('40');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test('refund form: an agent without a second factor reads where to add it', async () => {
    serve('POST /transactions', () => refused(409, MISSING));
    renderRoutes(routes, '/refund/7');
    await userEvent.type(await screen.findByRole('spinbutton', { name: 'Montant' }), '40{Enter}');
    expect(await screen.findByText(/Ajoutez-la dans Paramètres/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('edit password form: a code is asked for in place, and the same call is sent again', async () => {
    const { calls } = serveAfterProof('POST /auth/change-sub-account-password/7', noContent);
    renderRoutes(routes, '/admin/7/edit');
    await userEvent.type(await screen.findByLabelText('Mot de passe'), 'Nouveau1234{Enter}');
    await enterCode();
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    expect(calls).toHaveLength(2);
  });
});
