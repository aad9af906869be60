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

test('page: a link opens a page, its title has the focus', () => {
  const show = renderFocusedFrame();
  show(<Page title="Historique">lignes</Page>);
  expect(screen.getByRole('heading', { name: 'Historique' })).toHaveFocus();
});

test('page: a page has a focused field, the field has the focus', () => {
  renderFocusedFrame()(
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
