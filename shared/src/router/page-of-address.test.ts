import { pageOfAddress } from './page-of-address';

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
