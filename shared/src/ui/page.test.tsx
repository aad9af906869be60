import { act, render, screen } from '@testing-library/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Page } from './page';

const Frame = ({ children }: { readonly children: ReactNode }) => <main tabIndex={-1}>{children}</main>;

/**
 * Renders the frame as a navigation leaves it: focused and without a page. The returned function renders a
 * page.
 */
function renderFocusedFrame() {
  const view = render(<Frame>{null}</Frame>);
  act(() => screen.getByRole('main').focus());
  return (page: ReactNode) => view.rerender(<Frame>{page}</Frame>);
}

function Form() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return <input ref={input} />;
}

test('page: the title of a page that a link opens has the focus', () => {
  const show = renderFocusedFrame();
  show(<Page title="Historique">lignes</Page>);
  expect(screen.getByRole('heading', { name: 'Historique' })).toHaveFocus();
});

test('page: a focused field of a page keeps the focus', () => {
  renderFocusedFrame()(
    <Page title="Ajouter">
      <Form />
    </Page>,
  );
  expect(screen.getByRole('textbox')).toHaveFocus();
});

test('page: the focus is not moved on the page on which the browser opens', () => {
  render(
    <Frame>
      <Page title="Historique">lignes</Page>
    </Frame>,
  );
  expect(document.body).toHaveFocus();
});
