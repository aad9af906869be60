import { columnsOf } from './columns';

describe('columns of a balance', () => {
  test('columns: digits that change pass those between, upwards over the nine', () => {
    const columns = columnsOf('98,00', '101,00', true);
    expect(columns.map(({ text }) => text).join('')).toBe('101,00');
    expect(columns.map(({ digits }) => digits.join(''))).toEqual(['01', '90', '8901', '', '0', '0']);
  });

  test('columns: a smaller amount lists its digits from the new one to the old one', () => {
    expect(columnsOf('12,00', '9,00', false).map(({ digits }) => digits.join(''))).toEqual([
      '9012',
      '',
      '0',
      '0',
    ]);
  });
});
