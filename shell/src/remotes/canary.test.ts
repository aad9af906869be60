import { act } from '@testing-library/react';
import { startSession } from '@palier/shared/session/writer';
import { startWire } from '../testing/each-test';
import { CLIENT, HttpResponse, refused, serve } from '../testing/wire';
import { canaryFor, menusFor } from './canary';
import type { RegisteredRemote } from './registry';

const withCanary = (audience: { percent?: number }, version = '2.0.0'): RegisteredRemote => ({
  active: '1.0.0',
  previous: null,
  canary: { version, ...audience },
  versions: {},
});
const SUBTREE = withCanary({});

/** A token that expires in `seconds` according to its claims. */
const tokenFor = (seconds: number): string => {
  const now = Math.floor(Date.now() / 1000);
  return `x.${btoa(JSON.stringify({ iat: now, exp: now + seconds }))}.${seconds}`;
};
const signIn = (id: number, lifeSeconds = 900): void =>
  act(() =>
    startSession({ accessToken: tokenFor(lifeSeconds), refreshToken: 'refresh', user: { ...CLIENT, id } }),
  );

/** The ids, from 1 to 300, of the users who get the canary. */
async function audienceOf(remote: RegisteredRemote): Promise<number[]> {
  const users: number[] = [];
  for (let id = 1; id <= 300; id += 1) {
    signIn(id);
    if ((await canaryFor('casino', remote)) !== null) users.push(id);
  }
  return users;
}

const CANARIES = 'GET /remotes/canaries';
/**
 * Answers like the server: a token of 900 s is accepted, a token of another lifetime has expired and is
 * refused.
 */
const serveVersions = (versions: Record<string, string>) =>
  serve(CANARIES, ({ headers }) =>
    headers.get('authorization')?.endsWith('.900') === true ? { versions } : refused(401),
  );

startWire();

it('canary: a canary for some percent gets that share of the users, always the same ones', async () => {
  const users = await audienceOf(withCanary({ percent: 20 }));
  expect(users.length).toBeGreaterThan(45);
  expect(users.length).toBeLessThan(75);
  expect(await audienceOf(withCanary({ percent: 20 }))).toEqual(users);
});

it('canary: users keep a canary whose percentage grows, and versions differ in users', async () => {
  const few = await audienceOf(withCanary({ percent: 5 }));
  const many = new Set(await audienceOf(withCanary({ percent: 50 })));
  expect(few.length).toBeGreaterThan(5);
  expect(few.filter((user) => !many.has(user))).toEqual([]);
  expect(await audienceOf(withCanary({ percent: 5 }, '2.0.1'))).not.toEqual(few);
});

it('canary: no canary is chosen without a user', async () => {
  const asked = serveVersions({ casino: '2.0.0' });
  expect(await canaryFor('casino', SUBTREE)).toBeNull();
  expect(asked).toEqual([]);
});

it.each([
  ['the canary is for the user', { casino: '2.0.0' }, '2.0.0'],
  ['another version is for the user', { casino: '1.9.0' }, null],
  ['no version is for the user', {}, null],
])('canary: no other canary is chosen if the server answers that %s', async (_what, versions, expected) => {
  serveVersions(versions);
  signIn(4);
  expect(await canaryFor('casino', SUBTREE)).toBe(expected);
});

it('canary: a token that has run out is renewed, and the canary is chosen', async () => {
  serveVersions({ casino: '2.0.0' });
  serve('POST /auth/refresh-token', { accessToken: tokenFor(900), refreshToken: 'next' });
  signIn(4, 0);
  expect(await canaryFor('casino', SUBTREE)).toBe('2.0.0');
});

it('canary: the active version is chosen if the server does not answer or sends nonsense', async () => {
  signIn(4);
  serve(CANARIES, () => HttpResponse.text('<h1>Palier</h1>'));
  expect(await canaryFor('casino', SUBTREE)).toBeNull();
  serve(CANARIES, () => new Promise<never>(() => undefined));
  expect(await canaryFor('casino', SUBTREE)).toBeNull();
});

it('canary: one with other screens changes the menu, one with equal screens asks nobody', async () => {
  const asked = serveVersions({ casino: '2.0.0', agent: '2.0.0' });
  signIn(4);
  const version = (path: string) => ({
    entry: '/e.js',
    preload: [],
    styles: [],
    integrity: {},
    screens: [
      {
        path,
        title: 'x',
      },
    ],
  });
  const remotes = {
    casino: { ...SUBTREE, versions: { '1.0.0': version('/home'), '2.0.0': version('/next') } },
    agent: { ...SUBTREE, versions: { '1.0.0': version('/admin'), '2.0.0': version('/admin') } },
    arcade: { ...SUBTREE, versions: { '1.0.0': version('/arcade'), '2.0.0': version('/other') } },
    reports: withCanary({ percent: 100 }),
  };
  expect(await menusFor(remotes)).toEqual(['casino']);
  expect(asked).toHaveLength(2);
});
