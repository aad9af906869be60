/**
 * What makes a text unreadable, or null. For free texts that people write and others read: notes, reasons,
 * references.
 */
export type TextFault = 'empty' | 'forbidden-character' | 'too-many-marks';

/** Visible, although the Unicode category is "format": signs before Arabic, Syriac and Kaithi numbers. */
const NUMBER_SIGNS = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';
/** Scripts whose letters join: a joiner or non-joiner between two letters changes how they look. */
const JOINING_SCRIPTS = [
  'Arabic',
  'Syriac',
  'Nko',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
];
const JOINING = JOINING_SCRIPTS.map((script) => `\\p{Script=${script}}`).join('');

/** Legitimate uses of characters that are invisible by themselves. */
const LEGITIMATE = [
  // Families and professions: two pictures and a joiner.
  '(?<=\\p{Extended_Pictographic}[\\u{1f3fb}-\\u{1f3ff}]?\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
  // Coloured or plain picture.
  '(?<=\\p{Emoji})[\\ufe0e\\ufe0f]',
  `(?<=[${JOINING}]\\p{M}*)[\\u200c\\u200d](?=[${JOINING}])`,
];
const LEGITIMATE_CHARACTERS = new RegExp(LEGITIMATE.join('|'), 'gu');

/**
 * Control and format characters, halves of pairs, private use, line ends inside a text, and all that has no
 * shape of its own.
 */
const FORBIDDEN = new RegExp(
  `(?![${NUMBER_SIGNS}])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]`,
  'u',
);
/** A character with a shape; the blank of Braille has none. */
const SEEN = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** More marks on one letter than any script writes: they cover the lines above and below. */
const MANY_MARKS = /\p{M}{5}/u;

/**
 * The first fault of a one-line text. Accents, Arabic with its joiners, emoji with joiners and every kind of
 * space are allowed. Invisible characters are refused, because two texts that look equal would differ; the
 * tags of some regional flags are among them.
 */
export function findTextFault(text: string): TextFault | null {
  if (!SEEN.test(text)) return 'empty';
  if (FORBIDDEN.test(text.replace(LEGITIMATE_CHARACTERS, ''))) return 'forbidden-character';
  return MANY_MARKS.test(text.normalize('NFD')) ? 'too-many-marks' : null;
}
