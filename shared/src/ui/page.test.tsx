import { act, render, screen } from '@testing-library/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Page } from './page';

const Frame = ({ children }: { readonly children: ReactNode }) => <main tabIndex={-1}>{children}</main>;

/** The frame as it is once one has gone elsewhere: without a page yet, and with the focus. */
function goElsewhere() {
  const view = render(<Frame>{null}</Frame>);
  act(() => screen.getByRole('main').focus());
  return (page: ReactNode) => view.rerender(<Frame>{page}</Frame>);
}

function Form() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return <input ref={input} />;
}

test('page: a link opens a page, its title has the focus', () => {
  const show = goElsewhere();
  show(<Page title="Historique">lignes</Page>);
  expect(screen.getByRole('heading', { name: 'Historique' })).toHaveFocus();
});

test('page: a page has a focused field, the field has the focus', () => {
  goElsewhere()(
    <Page title="Ajouter">
      <Form />
    </Page>,
  );
  expect(screen.getByRole('textbox')).toHaveFocus();
});

test('page: the browser opens on a page, the focus is not moved', () => {
  render(
    <Frame>
      <Page title="Historique">lignes</Page>
    </Frame>,
  );
  expect(document.body).toHaveFocus();
});
