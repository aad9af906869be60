import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { needsOf, offerOfShell, signature, type Needs } from '@palier/build/front/needs';
import { incompatibilities } from '../compatibility';

/** Imports of a remote that runs in any React 19. */
const USES = {
  react: ['useState'],
  'react/jsx-runtime': ['jsx'],
  '@palier/shared/ui': ['Page'],
  '@palier/shared/session': ['useUser'],
};
const offer = offerOfShell();
const { runtime } = offer;
const needs = needsOf('casino', { uses: USES, runtime });

test('The remotes and the shell of one working tree are compatible', () => {
  for (const name of ['casino', 'agent', 'reports'])
    assert.deepEqual(incompatibilities(needsOf(name, { uses: USES, runtime }), offer), []);
});

test('A remote needs the lowest versions that have the names it imports', () => {
  assert.deepEqual(needs.shared, {
    react: '^19.0.0',
    'react/': '^19.0.0',
    '@palier/shared/ui': '^1.0.0',
    '@palier/shared/session': '^1.0.0',
  });
});

const withVersions = (react: string, shared: string) => {
  const versions = { react, 'react/': react, '@palier/shared/ui': shared, '@palier/shared/session': shared };
  return { ...offer, shared: { ...offer.shared, ...versions } };
};

test('A remote runs with an older patch of React and a newer shared', () => {
  assert.deepEqual(incompatibilities(needs, withVersions('19.1.0', '1.2.9')), []);
});

test('A refusal names the version of React that has the missing name', () => {
  const newer = needsOf('casino', {
    uses: { ...USES, react: ['useEffectEvent', 'useState'] },
    runtime,
  });
  assert.deepEqual(incompatibilities(newer, withVersions('19.1.0', '1.0.0')), [
    'it needs react ^19.2.0; the shell has 19.1.0',
  ]);
});

for (const [changed, reason] of [
  [{ contract: '^2.0.0' }, 'it needs the routes contract ^2.0.0; the shell has 1.'],
  [{ shared: { react: '^18.0.0' } }, 'it needs react ^18.0.0; the shell has 19.'],
  [{ shared: { '@palier/shared/bus': '^1.99.0' } }, 'it needs @palier/shared/bus ^1.99.0; the shell has 1.'],
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
] as readonly (readonly [needs: Partial<Needs>, reason: string])[])
  test(`One line names the unmet need of ${JSON.stringify(changed)}`, () => {
    const [line = '', ...more] = incompatibilities({ ...needs, ...changed }, offer);
    assert.ok(line.startsWith(reason), line);
    assert.deepEqual(more, []);
  });

const at = (version: string, oldest: string) => ({ version, oldest });
for (const [built, has, isTried] of [
  [at('2.9.2', '2.8.2'), at('2.8.2', '2.7.0'), true],
  [at('2.8.2', '2.7.0'), at('2.9.2', '2.8.2'), true],
  [at('2.9.2', '2.8.2'), at('2.8.1', '2.7.0'), false],
  [at('2.9.2', '2.8.2'), at('2.10.0', '2.9.2'), true],
  [at('2.9.2', '2.8.2'), at('2.10.0', '2.10.0'), false],
  [at('3.0.0', '2.9.2'), at('2.9.2', '2.8.2'), true],
] as const)
  test(`A remote of runtime ${built.version} ${isTried ? 'runs' : 'is refused'} on ${has.version}`, () => {
    const reasons = incompatibilities({ ...needs, runtime: built }, { ...offer, runtime: has });
    assert.deepEqual(
      reasons.map((reason) => reason.split(',')[0]),
      isTried ? [] : [`it was built with module federation ${built.version}; the shell has ${has.version}`],
    );
  });

test('An optional field keeps the signature of an event, and any other change of it does not', () => {
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
