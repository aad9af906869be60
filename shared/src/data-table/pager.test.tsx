import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOfAddress } from '@palier/shared/router';
import { Pager, pagesToShow } from './pager';

const shown = (totalPages: number, currentPage: number): string =>
  pagesToShow(totalPages, currentPage)
    .map((page) => (page === null ? '…' : page + 1))
    .join(' ');

test.each([
  [7, 3, '1 2 3 4 5 6 7'],
  [8, 0, '1 2 3 4 5 … 8'],
  [8, 7, '1 … 4 5 6 7 8'],
  [20, 9, '1 … 9 10 11 … 20'],
])('pager: of %d pages with page %d open, it shows %s', (total, current, text) => {
  expect(shown(total, current)).toBe(text);
});

test('pager: it is hidden for one page, and its buttons keep the focus', async () => {
  const onChange = jest.fn();
  const { rerender } = render(<Pager totalPages={1} currentPage={0} onChange={onChange} />);
  expect(screen.queryByRole('navigation')).toBeNull();
  rerender(<Pager totalPages={8} currentPage={0} onChange={onChange} />);
  const button = screen.getByRole('button', { name: 'Page 2' });
  await userEvent.click(button);
  expect(onChange).toHaveBeenCalledWith(1);
  expect(button).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
});

test.each([
  [null, 0],
  ['1', 0],
  ['3', 2],
  ['0', 0],
  ['-1', 0],
  ['1.5', 0],
  ['x', 0],
  ['99999999999999999999', 0],
])('page of an address: the text %j is page %d, counted from zero', (text, page) => {
  expect(pageOfAddress(text)).toBe(page);
});
