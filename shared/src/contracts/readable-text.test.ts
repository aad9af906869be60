import { findTextFault } from './readable-text';

const INVISIBLE = [
  ...[
    '\u200e',
    '\u200f',
    '\u061c',
    '\u00ad',
    '\ufeff',
    '\u200b',
    '\u2060',
    '\u180e',
    '\u034f',
    '\u3164',
    '\u115f',
  ],
  ...[
    '\u202e',
    '\u2066',
    '\u{e0041}',
    '\u{e007f}',
    '\ufe00',
    '\u{e0100}',
    '\u0000',
    '\u0085',
    '\u2028',
    '\ue000',
  ],
  ...['\ud800', '\u200c', '\u200d', '\ufe0f'],
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
  ...[
    'Reçu n°\u202f7 – « œuvre »\u00a0: 1\u202f500,00\u00a0DT',
    'e\u0301te\u0301',
    'Việt Nam',
    'ﬁn',
    'a\u2800b',
  ],
  ...['دفعة نقدية', 'شُكْرًا', 'می\u200cخواهم', 'نامه\u200cای', 'ه\u200dم', '\u0600١٢'],
  ...[
    'क्\u200dष',
    '👨\u200d👩\u200d👧',
    '👩🏽\u200d🚀',
    '❤\ufe0f',
    '1\ufe0f\u20e3',
    '🏳\ufe0f\u200d🌈',
    '🇹🇳',
    '日本',
  ],
  ...['שָׁלוֹם', 'ที่นี่'],
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
