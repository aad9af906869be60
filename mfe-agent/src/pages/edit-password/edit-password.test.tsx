import { createHold, currentPath, noContent, refused, renderRoutes } from '@palier/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { mockWire, serve } from '../../testing/wire';

mockWire();

const CHANGE = 'POST /auth/change-sub-account-password/7';
const open = () => renderRoutes(routes, '/admin/7/edit');
const password = () => screen.findByLabelText('Mot de passe');

describe('edit password form', () => {
  test('a password is submitted: it is sent as both old and new, and the list opens', async () => {
    const calls = serve(CHANGE, noContent);
    open();
    expect(await screen.findByRole('heading', { name: /Modifier.*joueur7/ })).toBeVisible();
    const input = await password();
    expect(input).toHaveAttribute('type', 'password');
    expect(input).toHaveFocus();
    expect(screen.getByRole('form', { name: 'Modifier\u00a0: joueur7' })).toContainElement(input);
    expect(input).toHaveAccessibleDescription(/6 caractères.*majuscule.*minuscule.*chiffre/);
    await userEvent.type(input, 'Nouveau1234{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    expect(calls.map(({ body }) => body)).toEqual([
      { oldPassword: 'Nouveau1234', newPassword: 'Nouveau1234' },
    ]);
  });

  test('the sub-account is still loading: the link to its journal already has its place', async () => {
    open();
    expect(screen.getByRole('link', { name: 'Journal' })).toHaveAttribute('href', '/admin/7/journal');
    expect(await screen.findByRole('heading', { name: /Modifier.*joueur7/ })).toBeVisible();
  });

  test('Voir la saisie is pressed: the password is readable, and hidden again at the next press', async () => {
    open();
    const input = await password();
    await userEvent.type(input, 'Nouveau1234');
    const show = screen.getByRole('button', { name: 'Voir la saisie', pressed: false });
    await userEvent.click(show);
    expect(input).toHaveAttribute('type', 'text');
    expect(input).toHaveValue('Nouveau1234');
    expect(input).toHaveAttribute('autocorrect', 'off');
    expect(show).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(show);
    expect(input).toHaveAttribute('type', 'password');
  });

  test.each([
    [{ errors: ['Trop court.'], code: 'invalid-input' }, 'Trop court.'],
    [{}, 'Password change failed. Please try again.'],
  ])('the server refuses with %j: the box says %j until the next try', async (refusal, text) => {
    serve(CHANGE, () => refused(400, refusal));
    open();
    await userEvent.type(await password(), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Modifier' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(await password()).toHaveFocus();
    const { released, release } = createHold();
    const calls = serve(CHANGE, () => released.then(noContent));
    await userEvent.click(screen.getByRole('button', { name: 'Modifier' }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    release();
    await waitFor(() => expect(currentPath()).toBe('/admin'));
  });
});
