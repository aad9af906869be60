import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { needsOf, offerOfShell, signature, type Needs } from '../needs';
import { incompatibilities } from './compatibility';

const needs = needsOf('casino');
const offer = offerOfShell();

test('compatibility: remotes and shell of one working tree are compatible', () => {
  for (const name of ['casino', 'agent', 'reports'])
    assert.deepEqual(incompatibilities(needsOf(name), offer), []);
});

for (const [version, count] of [
  ['1.1.9', 1],
  ['1.2.0', 0],
  ['1.3.0', 0],
  ['2.0.0', 1],
] as const)
  test(`compatibility: a remote built for ^1.2.0 of a library, the shell has ${version}`, () => {
    const library = '@palier/shared/ui';
    const built = { ...needs, shared: { ...needs.shared, [library]: '^1.2.0' } };
    const shell = { ...offer, shared: { ...offer.shared, [library]: version } };
    assert.equal(incompatibilities(built, shell).length, count);
  });

const refusedRanges = (
  [
    ['react', '^18.0.0', '19'],
    ['react-dom', '^18.0.0', '19'],
    ['@palier/shared/router', '^9.0.0', '1'],
    ['@palier/shared/rxjs', '^9.0.0', '1'],
    ['@palier/shared/bus', '^9.0.0', '1'],
  ] as const
).map(
  ([library, range, offered]) =>
    [{ shared: { [library]: range } }, `it needs ${library} ${range}; the shell has ${offered}.`] as const,
);
for (const [changed, reason] of [
  [{ contract: '^2.0.0' }, 'it needs the routes contract ^2.0.0; the shell has 1.'],
  ...refusedRanges,
  [{ shared: { vue: '^3.0.0' } }, 'it needs vue ^3.0.0, which the shell does not share'],
  [
    { events: { 'casino/burnt': '1:aaaaaaaa' } },
    'it uses the event casino/burnt, which the shell does not know',
  ],
  [
    { events: { 'jackpot/won': '2:aaaaaaaa' } },
    'it was built against version 2 of the event jackpot/won; the shell has 1',
  ],
  [{ events: { 'jackpot/won': '1:aaaaaaaa' } }, 'the payload of the event jackpot/won differs'],
] as readonly (readonly [Partial<Needs>, string])[])
  test(`compatibility: unmet ${JSON.stringify(changed)}, one line names it`, () => {
    const [line = '', ...more] = incompatibilities({ ...needs, ...changed }, offer);
    assert.ok(line.startsWith(reason), line);
    assert.deepEqual(more, []);
  });

test('event signature: an optional field keeps it, any other change of the payload changes it', () => {
  const of = (payload: z.core.$ZodType): string => signature({ version: 1, payload });
  const before = z.object({ prizeAmount: z.number(), tier: z.string() });
  assert.equal(of(z.extend(before, { winId: z.optional(z.number()) })), of(before));
  for (const changed of [
    z.extend(before, { winId: z.number() }),
    z.object({ prizeAmount: z.number() }),
    z.object({ prizeAmount: z.string(), tier: z.string() }),
    z.partial(before),
  ])
    assert.notEqual(of(changed), of(before));
});
