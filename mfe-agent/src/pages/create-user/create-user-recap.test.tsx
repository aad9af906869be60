import { bus, busEvents, type BusEventType } from '@palier/shared/bus';
import { renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, mockWire, wire } from '../../testing/wire';

mockWire();

const PASSWORD = 'Recapitule77';

test('When the recap shows a password, then neither storage, address nor bus has it, and once left it is gone', async () => {
  signInForTest();
  wire.use(http.post(api('/auth/admin/register-client'), () => HttpResponse.json({ agentNewBalance: 975 })));
  const told: unknown[] = [];
  const stops = (Object.keys(busEvents) as BusEventType[]).map((type) =>
    bus.on(type, (payload) => told.push([type, payload])),
  );
  const { unmount } = renderRoutes(routes, '/admin/create');
  await userEvent.type(screen.getByLabelText('Nom'), 'nouveau');
  await userEvent.type(screen.getByLabelText('Mot de passe'), PASSWORD);
  await userEvent.type(screen.getByLabelText('Montant'), '25');
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText(PASSWORD)).toBeVisible();

  stops.forEach((stop) => stop());
  expect(told).not.toEqual([]);
  const kept = [
    told,
    { ...localStorage },
    { ...sessionStorage },
    screen.getByLabelText('location').textContent,
  ];
  expect(JSON.stringify(kept)).not.toContain(PASSWORD);

  unmount();
  renderRoutes(routes, '/admin/create');
  expect(screen.getByLabelText('Mot de passe')).toHaveValue('');
  expect(screen.queryByText(PASSWORD)).toBeNull();
});
