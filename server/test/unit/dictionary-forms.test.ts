import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compressWithDictionary,
  expandWithDictionary,
  offeredDictionary,
  patternOf,
  sha256,
} from '../../src/web/dictionary-forms';

const older = Buffer.from('export const casino = 1;'.repeat(400));
const newer = Buffer.from(`${older.toString()}export const more = 2;`);
const MOST = 1024 * 1024;

test('A dictionary form begins with its magic number and the hash of its dictionary', async () => {
  const form = await compressWithDictionary(newer, older);
  assert.equal(form.subarray(0, 40).toString('hex'), `5e2a4d1820000000${sha256(older)}`);
  assert.ok(form.length < 120, `${form.length} bytes`);
  assert.deepEqual(await expandWithDictionary(form, older, MOST), newer);
});

test('A dictionary form of any length is expanded to what it was made of', async () => {
  for (const length of [0, 1, 255, 256, 257, 65_791, 65_792, 70_000]) {
    const content = Buffer.alloc(length, 'palier ');
    const form = await compressWithDictionary(content, older);
    assert.deepEqual(await expandWithDictionary(form, older, MOST), content, `${length} bytes`);
  }
});

test('A dictionary form of another dictionary, damaged or too long is refused', async () => {
  const form = await compressWithDictionary(newer, older);
  await assert.rejects(expandWithDictionary(form, newer, MOST), /another dictionary/);
  await assert.rejects(expandWithDictionary(form, older, newer.length - 1), /too long/);
  await assert.rejects(expandWithDictionary(form.subarray(0, 43), older, MOST));
  const damaged = Buffer.from(form);
  damaged.fill(255, 50);
  await assert.rejects(expandWithDictionary(damaged, older, MOST));
});

test('Built scripts and styles have a pattern, and other files have none', () => {
  assert.equal(patternOf('main.bad1dfb3.js'), 'main.*.js');
  assert.equal(patternOf('chunks/754.0123abcd.css'), 'chunks/754.*.css');
  for (const other of ['index.html', 'main.js', 'main.bad1dfb3.js.br', '../a.bad1dfb3.js', 'é.bad1dfb3.js'])
    assert.equal(patternOf(other), null, other);
});

test('A dictionary counts only as one hash, and from a browser that takes its encoding', () => {
  const hash = sha256(older);
  const offer = `:${Buffer.from(hash, 'hex').toString('base64')}:`;
  const read = (dictionary: string, encoding = 'br, dcb, dcz'): string | null =>
    offeredDictionary({ 'accept-encoding': encoding, 'available-dictionary': dictionary });
  assert.equal(read(offer), hash);
  assert.equal(read(offer, 'br;q=0.5,dcz;q=0.9'), hash);
  for (const encoding of ['br, zstd', 'br, dcz;q=0', 'dcz; q=0.000, br', 'x-dcz', 'dcz-2'])
    assert.equal(read(offer, encoding), null, encoding);
  for (const malformed of ['', hash, offer.slice(1), `${offer}, ${offer}`, ':../../../../etc/passwd:'])
    assert.equal(read(malformed), null, malformed);
});
