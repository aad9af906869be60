import { findTextFault } from './readable-text';

const INVISIBLE = [
  '‎',
  '‏',
  '؜',
  '­',
  '﻿',
  '​',
  '⁠',
  '᠎',
  '͏',
  'ㅤ',
  'ᅟ',
  '‮',
  '⁦',
  '󠁁',
  '󠁿',
  '︀',
  '󠄀',
  '\0',
  '',
  '\u2028',
  '',
  '\ud800',
  '‌',
  '‍',
  '️',
];

test.each(INVISIBLE.map((character) => [character.codePointAt(0)!.toString(16), character]))(
  'U+%s between two letters is refused',
  (_, character) => {
    expect(findTextFault(`caisse${character}a`)).toBe('forbidden-character');
  },
);

test.each(['', '   ', '\u2800', '\u2800 \u00a0', '\u200b', '\u3164\u115f', '\ufeff'])(
  'The text %j shows nothing and is refused as empty',
  (text) => {
    expect(findTextFault(text)).toBe('empty');
  },
);

test.each([
  'Reçu n° 7 – « œuvre »\xA0: 1 500,00\xA0DT',
  'été',
  'Việt Nam',
  'ﬁn',
  'a⠀b',
  'دفعة نقدية',
  'شُكْرًا',
  'می‌خواهم',
  'نامه‌ای',
  'ه‍م',
  '؀١٢',
  'क्‍ष',
  '👨‍👩‍👧',
  '👩🏽‍🚀',
  '❤️',
  '1️⃣',
  '🏳️‍🌈',
  '🇹🇳',
  '日本',
  'שָׁלוֹם',
  'ที่นี่',
])('The text %j is accepted', (text) => {
  expect(findTextFault(text)).toBeNull();
});

test('More than four marks on one letter are refused, composed or not; four are accepted', () => {
  expect(findTextFault(`a${'\u0301'.repeat(4)}`)).toBeNull();
  expect(findTextFault(`a${'\u0301'.repeat(5)}`)).toBe('too-many-marks');
  expect(findTextFault(`\u00e1${'\u0301'.repeat(4)}`)).toBe('too-many-marks');
  expect(findTextFault(`n${'\u0489'.repeat(118)}`)).toBe('too-many-marks');
});

test('A joiner is refused outside a joining script and outside a sequence of pictures', () => {
  for (const text of ['می\u200c', '\u200cمی', 'a\u200dب', '👨\u200d', 'x\u200d👩', 'é\ufe0f'])
    expect(findTextFault(text)).toBe('forbidden-character');
});
