import { createHold, currentPath, noContent, refused, renderRoutes } from '@palier/shared/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../routes';
import { runMockServer, serve } from '../../testing/wire';

runMockServer();

const CHANGE = 'POST /auth/change-sub-account-password/7';
const open = () => renderRoutes(routes, '/admin/7/edit');
const password = () => screen.findByLabelText('Mot de passe');

describe('edit password form', () => {
  test('edit password form: it has the focus and sends the password as both old and new', async () => {
    const calls = serve(CHANGE, noContent);
    open();
    expect(await screen.findByRole('heading', { name: /Modifier.*joueur7/ })).toBeVisible();
    const input = await password();
    expect(input).toHaveFocus();
    expect(screen.getByRole('form', { name: 'Modifier\u00a0: joueur7' })).toContainElement(input);
    expect(input).toHaveAccessibleDescription(
      /6 caractères.*majuscule.*minuscule.*chiffre.*Saisie masquée\.$/,
    );
    await userEvent.type(input, 'Nouveau1234{Enter}');
    await waitFor(() => expect(currentPath()).toBe('/admin'));
    expect(calls.map(({ body }) => body)).toEqual([
      { oldPassword: 'Nouveau1234', newPassword: 'Nouveau1234' },
    ]);
  });

  test('edit password form: the link to the journal has its place while the child loads', async () => {
    open();
    expect(screen.getByRole('link', { name: 'Journal' })).toHaveAttribute('href', '/admin/7/journal');
    expect(await screen.findByRole('heading', { name: /Modifier.*joueur7/ })).toBeVisible();
  });

  test('edit password form: a browser sees no user name but that of the child', async () => {
    open();
    const input = await password();
    const name = screen.getByLabelText('Nom');
    expect(name).toHaveValue('joueur7');
    expect(name).toHaveAttribute('autocomplete', 'username');
    expect(name).toHaveAttribute('readonly');
    const fields = [...screen.getByRole<HTMLFormElement>('form').querySelectorAll('input')];
    expect(fields).toEqual([name, input]);
    expect(fields.map(({ type }) => type)).toEqual(['text', 'text']);
    expect(input).toHaveAttribute('autocomplete', 'off');
    // Password managers look for this word in the names of text fields.
    expect(input.outerHTML).not.toMatch(/password/i);
  });

  test('edit password form: the field is a password field if the browser cannot hide text', async () => {
    const supports = jest.spyOn(CSS, 'supports').mockReturnValue(false);
    open();
    expect(await password()).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Afficher le mot de passe' }));
    expect(await password()).toHaveAttribute('type', 'text');
    supports.mockRestore();
  });

  test('edit password form: one press shows the password, and the next one hides it', async () => {
    open();
    const input = await password();
    await userEvent.type(input, 'Nouveau1234');
    expect(input.closest('.hidden')).not.toBeNull();
    expect(fireEvent.copy(input)).toBe(false);
    expect(fireEvent.cut(input)).toBe(false);
    const show = screen.getByRole('button', { name: 'Afficher le mot de passe', pressed: false });
    await userEvent.click(show);
    expect(input.closest('.hidden')).toBeNull();
    expect(input).toHaveAccessibleDescription(/1 chiffre\.$/);
    expect(fireEvent.copy(input)).toBe(true);
    expect(input).toHaveValue('Nouveau1234');
    expect(input).toHaveAttribute('autocorrect', 'off');
    expect(show).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(show);
    expect(input.closest('.hidden')).not.toBeNull();
  });

  test.each([
    [{ errors: ['Trop court.'], code: 'invalid-input' }, 'Trop court.'],
    [{}, 'Password change failed. Please try again.'],
  ])(
    'edit password form: after the refusal %j, the box says %j until the next try',
    async (refusal, text) => {
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
    },
  );
});
