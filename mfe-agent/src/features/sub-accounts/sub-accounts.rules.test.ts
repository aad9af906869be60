import { hasPager, pageOfAddress, runningNumber, toAddress } from './sub-accounts.rules';

test('When a row stands on a later page, then No counts on: page*size+index+1', () => {
  expect(runningNumber(0, 0)).toBe(1);
  expect(runningNumber(2, 4)).toBe(55);
});

test('When the total is 25, then no pager; 26, then one', () => {
  expect(hasPager(25)).toBe(false);
  expect(hasPager(26)).toBe(true);
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
])('When the address says page %j, then the page is %d from zero', (text, page) => {
  expect(pageOfAddress(text)).toBe(page);
});

test('When page and term are at their defaults, then the address leaves them out', () => {
  expect(toAddress(0, '')).toEqual({});
  expect(toAddress(1, 'ali')).toEqual({ page: '2', username: 'ali' });
});
