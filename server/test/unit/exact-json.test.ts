import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExactJson } from '../../src/games/gold-api/exact-json';

test('exact JSON: every digit of a 64-bit id is kept, and other numbers and texts stay as they are', () => {
  const text = '{"history_id":9223372036854775807,"bet_money":0.1,"info":"[12345678901234567890]","id":12}';
  assert.deepEqual(parseExactJson(text), {
    history_id: '9223372036854775807',
    bet_money: 0.1,
    info: '[12345678901234567890]',
    id: 12,
  });
});
test('exact JSON: a text that is cut off is refused', () => {
  assert.throws(() => parseExactJson('{"history_id":9223372036854775807,"slot":[{'), SyntaxError);
  assert.throws(() => parseExactJson('{"slot":[{'), SyntaxError);
});
