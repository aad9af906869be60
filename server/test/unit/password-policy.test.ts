import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dictionary } from '@zxcvbn-ts/language-common';
import { findPasswordFault } from '../../src/passwords/password-policy';

const MOST_USED = dictionary['passwords-common'];
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The rules of the specification's hint. */
const meetsHint = (password: string): boolean =>
  password.length > 6 && /[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password);

const COMMON = [
  'Sunshine1',
  'Aa123456',
  'Password2',
  'Liverpool1',
  'Azerty123',
  'PassWord99!',
  'Bonjour2026',
  'Michael-2026?',
  '1Qaz2wsx',
  '!!Dragon!!7',
  '\uff30assword1',
  'Motdepasse1',
  'Tunisie1',
  'Casino123',
  'Palier2026!',
  'Client1234',
  '1Yyyyyyy',
  'Admin1234',
];

const OWN_NAMES = [
  'Nadia.Chebbi1',
  'NadiaChebbi!2026',
  '2026Chebbi!',
  'Chebbi1234',
  'Ch\u00e9bbi1234',
  'Nadia12.chebbi',
];

const ACCEPTABLE = ['Figue-de-barbarie7', 'jZ7qRw41', 'TroisOliviers2026', 'Palierdumatin3', 'Sbeitla!Sud88'];

describe('password policy', () => {
  for (const password of COMMON)
    test(`${password} is refused, because it is easy to guess`, async () => {
      assert.equal(await findPasswordFault(password, 'patron'), 'common');
    });

  for (const password of OWN_NAMES)
    test(`${password} is refused to nadia.chebbi, because it is made of the name`, async () => {
      assert.equal(await findPasswordFault(password, 'nadia.chebbi'), 'same-as-username');
    });

  for (const password of ACCEPTABLE)
    test(`${password} is accepted`, async () => {
      assert.equal(await findPasswordFault(password, 'nadia.chebbi'), null);
    });

  test('the list: at least 3 000 capitalised passwords meet the hint, and each is refused', async () => {
    const passwords = [...new Set(MOST_USED.map(capitalised))].filter(meetsHint);
    const faults = await Promise.all(passwords.map((password) => findPasswordFault(password, 'patron')));
    assert.equal(faults.filter((fault) => fault === null).length, 0);
    assert.ok(passwords.length >= 3_000, `${passwords.length} passwords`);
  });

  test('the list: words of its first 10 000 are refused with any digits and signs at the end', async () => {
    const words = MOST_USED.slice(0, 10_000).filter((word) => /^[a-z]{4,}$/.test(word));
    const passwords = words.flatMap((word) => [`${capitalised(word)}907`, `${capitalised(word)}!2026?`]);
    const faults = await Promise.all(passwords.map((password) => findPasswordFault(password, 'patron')));
    assert.ok(words.length >= 5_000, `${words.length} words`);
    assert.equal(faults.filter((fault) => fault === null).length, 0);
  });
});
