import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startAppearance } from '@palier/shared/ui/appearance';
import { AppearanceChoice } from './appearance-choice';

const root = document.documentElement;

beforeEach(() => {
  document.head.innerHTML = ['dark', 'light']
    .map((theme) => `<meta name="theme-color" media="(prefers-color-scheme: ${theme})" data-of="${theme}">`)
    .join('');
});
afterEach(() => {
  localStorage.clear();
  fireEvent(window, new StorageEvent('storage'));
  document.head.innerHTML = '';
});

const barQueries = (): (string | null)[] =>
  [...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'));

it('appearance: the theme of the system holds unless a person chooses another', async () => {
  startAppearance();
  render(<AppearanceChoice />);
  expect(screen.getByRole('radio', { name: 'Système' })).toBeChecked();
  expect(root).not.toHaveAttribute('data-theme');

  await userEvent.click(screen.getByRole('radio', { name: 'Clair' }));
  expect(root).toHaveAttribute('data-theme', 'light');
  expect(barQueries()).toEqual(['not all', 'all']);

  await userEvent.click(screen.getByRole('radio', { name: 'Système' }));
  expect(root).not.toHaveAttribute('data-theme');
  expect(barQueries()).toEqual(['(prefers-color-scheme: dark)', '(prefers-color-scheme: light)']);
});

it('appearance: the next start of the page shows the chosen theme and text size', async () => {
  const { unmount } = render(<AppearanceChoice />);
  await userEvent.click(screen.getByRole('radio', { name: 'Sombre' }));
  await userEvent.click(screen.getByRole('radio', { name: /^150/ }));
  unmount();
  root.removeAttribute('data-theme');
  root.removeAttribute('data-text');
  startAppearance();
  expect(root).toHaveAttribute('data-theme', 'dark');
  expect(root).toHaveAttribute('data-text', '150');
  render(<AppearanceChoice />);
  expect(screen.getByRole('radio', { name: 'Sombre' })).toBeChecked();
  expect(screen.getByRole('radio', { name: /^150/ })).toBeChecked();
});

it('appearance: a choice in another tab shows in this one', () => {
  startAppearance();
  localStorage.setItem('palier.theme', 'light');
  fireEvent(window, new StorageEvent('storage'));
  expect(root).toHaveAttribute('data-theme', 'light');
});

it('appearance: a stored word that is no theme counts as no choice', () => {
  localStorage.setItem('palier.theme', 'pink');
  startAppearance();
  expect(root).not.toHaveAttribute('data-theme');
});
