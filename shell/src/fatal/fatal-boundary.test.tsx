import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { FatalBoundary } from './fatal-boundary';

const Broken = (): never => {
  throw new Error('the shell has failed');
};

const renderBrokenShell = (onReset?: () => void) =>
  render(
    <FatalBoundary onReset={onReset}>
      <Broken />
    </FatalBoundary>,
  );

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

it('fatal boundary: a message and Recharger show when the shell fails', () => {
  renderBrokenShell();
  const page = screen.getByRole('alert');
  expect(page).toHaveTextContent('Palier a rencontré un problème');
  expect(page).toHaveTextContent(
    "La page n'a pas pu être affichée. Vos soldes et vos mouvements ne sont pas touchés.",
  );
  expect(buttons()).toEqual(['Recharger la page']);
});

it('fatal boundary: the overrides of a tab where the shell fails can be removed', async () => {
  const reset = jest.fn();
  renderBrokenShell(reset);
  expect(buttons()).toEqual(['Recharger la page', "Rétablir les modules d'origine"]);
  expect(reset).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: "Rétablir les modules d'origine" }));
  expect(reset).toHaveBeenCalledTimes(1);
});

const Leaving = () => {
  useEffect(
    () => () => {
      throw new Error('a socket that was never opened cannot be closed');
    },
    [],
  );
  return <p>the screen before</p>;
};
const page = (path: string) => (
  <FatalBoundary>
    {path === '/before' ? <Leaving key={path} /> : <p>{`the screen at ${path}`}</p>}
  </FatalBoundary>
);

it('fatal boundary: the next screen shows after each one that throws while it unmounts', () => {
  const { rerender } = render(page('/before'));
  for (const path of ['/after', '/before', '/after', '/before', '/later']) {
    window.history.pushState({ key: Math.random() }, '', path);
    rerender(page(path));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(
      screen.getByText(path === '/before' ? 'the screen before' : `the screen at ${path}`),
    ).toBeVisible();
  }
});

it('fatal boundary: a part that always throws shows the message and is not rendered for ever', () => {
  let times = 0;
  const Throwing = () => {
    useEffect(() => {
      times += 1;
      throw new Error('the shell has failed');
    }, []);
    return null;
  };
  render(
    <FatalBoundary>
      <Throwing />
    </FatalBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Palier a rencontré un problème');
  expect(times).toBe(2);
});
