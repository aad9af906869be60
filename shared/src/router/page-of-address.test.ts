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
])('page of an address: the address says page %j, the page is %d from zero', (text, page) => {
  expect(pageOfAddress(text)).toBe(page);
});
