import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQueryClient, QueryClientProvider } from '@palier/shared/query';
import { MemoryRouter, refused, signInForTest } from '@palier/shared/testing';
import { startWire } from '../../../testing/each-test';
import { serve } from '../../../testing/wire';
import { NoticeMarks } from './notice-marks';

startWire();

const PATH = '/user/notice-marks';
const LOW = 'Quand mon solde passe sous (DT)';
const LARGE = 'Quand un mouvement atteint (DT)';

function open(): void {
  signInForTest();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <NoticeMarks />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Valider les montants' }));

it('marks of notices: the stored amounts show, and an empty field is sent as none', async () => {
  serve(`GET ${PATH}`, { lowBalance: 50, largeMovement: null, tellsParent: false });
  const sent = serve(`POST ${PATH}`, { lowBalance: null, largeMovement: 1500 });
  open();
  const low = await screen.findByLabelText(LOW);
  expect(low).toHaveValue('50');
  await userEvent.clear(low);
  await userEvent.type(screen.getByLabelText(LARGE), '1 500');
  await submit();
  expect(await screen.findByText('Montants enregistrés.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ lowBalance: null, largeMovement: 1500 }]);
});

it.each(['0', '-5', '1,5', 'abc'])(
  'marks of notices: %s is refused under its field, which gets the focus, and nothing is sent',
  async (text) => {
    serve(`GET ${PATH}`, { lowBalance: null, largeMovement: null, tellsParent: false });
    const sent = serve(`POST ${PATH}`, {});
    open();
    const large = await screen.findByLabelText(LARGE);
    await userEvent.type(large, text);
    await submit();
    expect(large).toHaveFocus();
    expect(large).toHaveAccessibleDescription('Le montant doit être un nombre entier supérieur à zéro.');
    expect(sent).toEqual([]);
  },
);

it('marks of notices: a refusal of the server stands under the field that it names', async () => {
  serve(`GET ${PATH}`, { lowBalance: null, largeMovement: null, tellsParent: false });
  serve(`POST ${PATH}`, () => refused(400, { errors: ['Le montant est trop grand.'], field: 'lowBalance' }));
  open();
  const low = await screen.findByLabelText(LOW);
  await userEvent.type(low, '90000000000');
  await submit();
  expect(await screen.findByText('Le montant est trop grand.')).toBeVisible();
  expect(low).toHaveAccessibleDescription('Le montant est trop grand.');
});

it('marks of notices: a failed read says so and is repeated', async () => {
  serve(`GET ${PATH}`, () => refused(500));
  open();
  expect(
    await screen.findByText("Ces montants n'ont pas pu être lus.", {}, { timeout: 30_000 }),
  ).toBeVisible();
  serve(`GET ${PATH}`, { lowBalance: 7, largeMovement: null, tellsParent: false });
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByLabelText(LOW)).toHaveValue('7');
}, 60_000);
