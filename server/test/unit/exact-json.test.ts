import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExactJson } from '../../src/games/gold-api/exact-json';

test('exact JSON: keeps every digit of a 64-bit id, and leaves other numbers and texts as they are', () => {
  const text = '{"history_id":9223372036854775807,"bet_money":0.1,"info":"[12345678901234567890]","id":12}';
  assert.deepEqual(parseExactJson(text), {
    history_id: '9223372036854775807',
    bet_money: 0.1,
    info: '[12345678901234567890]',
    id: 12,
  });
});
test('exact JSON: refuses a text that is cut off', () => {
  assert.throws(() => parseExactJson('{"history_id":9223372036854775807,"slot":[{'), SyntaxError);
  assert.throws(() => parseExactJson('{"slot":[{'), SyntaxError);
});
