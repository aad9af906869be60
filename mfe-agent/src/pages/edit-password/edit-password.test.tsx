import { renderRoutes, signInForTest } from '@palier/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { routes } from '../../routes';
import { api, mockWire, wire } from '../../testing/wire';

mockWire();

const CHANGE = api('/auth/change-sub-account-password/7');

describe('edit password', () => {
  test('When a password is submitted, then it goes as both old and new and the way leads to /admin', async () => {
    signInForTest();
    let body: unknown;
    wire.use(
      http.post(CHANGE, async ({ request }) => {
        body = await request.json();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderRoutes(routes, '/admin/7/edit');
    expect(await screen.findByRole('heading', { name: /Modifier.*joueur7/ })).toBeVisible();
    const input = screen.getByLabelText('Mot de passe');
    expect(input).toHaveAttribute('type', 'password');
    expect(input).toHaveFocus();
    expect(screen.getByRole('form', { name: 'Modifier\u00a0: joueur7' })).toContainElement(input);
    expect(input).toHaveAccessibleDescription(/6 caractères.*majuscule.*minuscule.*chiffre/);
    await userEvent.type(input, 'Nouveau1234{Enter}');
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'location' })).toHaveTextContent(/^\/admin$/),
    );
    await waitFor(() => expect(body).toEqual({ oldPassword: 'Nouveau1234', newPassword: 'Nouveau1234' }));
  });

  test('When its account is still being read, then the way to its journal stands where it will stay', async () => {
    signInForTest();
    renderRoutes(routes, '/admin/7/edit');
    expect(screen.getByRole('link', { name: 'Journal' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: /Modifier.*joueur7/ })).toBeVisible();
  });

  test('When the agent asks to see what it typed, then it can be read, and hidden again', async () => {
    signInForTest();
    renderRoutes(routes, '/admin/7/edit');
    const input = await screen.findByLabelText('Mot de passe');
    await userEvent.type(input, 'Nouveau1234');
    const look = screen.getByRole('button', { name: 'Voir la saisie', pressed: false });
    await userEvent.click(look);
    expect(input).toHaveAttribute('type', 'text');
    expect(input).toHaveValue('Nouveau1234');
    expect(input).toHaveAttribute('autocorrect', 'off');
    expect(look).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(look);
    expect(input).toHaveAttribute('type', 'password');
  });

  test.each([
    [{ errors: ['Trop court.'], code: 'invalid-input' }, 'Trop court.'],
    [{}, 'Password change failed. Please try again.'],
    [{ errors: [], code: 'invalid-input' }, 'Password change failed. Please try again.'],
  ])('When the server refuses with %j, then the box says %j', async (refusal, text) => {
    signInForTest();
    wire.use(http.post(CHANGE, () => HttpResponse.json(refusal, { status: 400 })));
    renderRoutes(routes, '/admin/7/edit');
    await userEvent.type(await screen.findByLabelText('Mot de passe'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Modifier' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus();
  });
});
