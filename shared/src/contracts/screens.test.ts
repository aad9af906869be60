import { listScreens } from './screens';

const entry = { text: 'Loterie', icon: 'chart' };
const remote = (screens: unknown, canary: unknown = null) => ({
  active: '1',
  canary,
  versions: { 1: { screens }, 2: { screens: [{ path: '/next', title: 'x', menu: entry }] } },
});

/** The paths of the listed screens, and the faults. */
function list(remotes: Record<string, unknown>, chosen?: readonly string[]) {
  const faults: string[] = [];
  const screens = listScreens(remotes, (fault) => faults.push(fault), chosen);
  return { screens, paths: screens.map(({ path }) => path), faults };
}

const GOOD = { path: '/lottery', title: 'Loterie', menu: entry };

it('screens: each described screen has its remote, and members of later versions are ignored', () => {
  const { screens, faults } = list({ lottery: remote([{ ...GOOD, colour: 'red' }]) });
  expect(screens).toMatchObject([{ ...GOOD, remote: 'lottery' }]);
  expect(faults).toEqual([]);
});

it.each<[string, object]>([
  ['no screen', { path: undefined }],
  ['a path without slash', { path: 'lottery' }],
  ['a path of everything', { path: '/*' }],
  ['a path of one parameter, such as /login', { path: '/:page' }],
  ['an optional segment', { path: '/lottery/:id?' }],
  ['a pattern', { path: '/(a+)+$' }],
  ['a path out of the page', { path: '//evil.example' }],
  ['a path with dots', { path: '/lottery/../admin' }],
  ['a long path', { path: `/${'a'.repeat(100)}` }],
  ['the path of the page', { path: '/' }],
  ['a path of the shell', { path: '/Settings/lottery' }],
  ['a path of the server', { path: '/api/lottery' }],
  ['a path like that of the sign-in', { path: '/lottery/signin' }],
  ['an unknown role', { roles: ['ROLE_ROOT'] }],
  ['no role', { roles: [] }],
  ['no title', { title: '' }],
  ['a long title', { title: 'a'.repeat(61) }],
  ['a section that is no path', { section: 'lottery' }],
  ['a title that changes the direction of text', { title: 'Loterie\u202e' }],
  ['an unknown icon', { menu: { ...entry, icon: 'constructor' } }],
  ['a long text in the menu', { menu: { ...entry, text: 'a'.repeat(21) } }],
  ['an entry before all others', { menu: { ...entry, order: -1 } }],
  ['nothing as its menu entry', { menu: null }],
  ['an object as its path', { path: { length: 1 } }],
  ['an entry that leads to a parameter', { path: '/lottery/:id' }],
])('screens: a screen that has %s is left out alone, with a report', (_what, changes) => {
  const { paths, faults } = list({
    lottery: remote([
      { ...GOOD, ...changes },
      { path: '/draw', title: 'x' },
    ]),
  });
  expect(paths).toEqual(['/draw']);
  expect(faults).toHaveLength(1);
});

it.each([[null], ['x'], [7], [{}], [[]], [{ active: '1' }], [remote('x')], [remote({ 0: GOOD })]])(
  'screens: the other remotes are listed if a remote is %j',
  (hostile) => {
    expect(list({ hostile, lottery: remote([GOOD]) }).paths).toEqual(['/lottery']);
  },
);

it('screens: only the first of the thousands of screens of a remote are listed', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({ path: `/a${at}`, title: 'x' }));
  expect(list({ lottery: remote(many) }).paths).toHaveLength(60);
});

it.each([
  ['/lottery', '/LOTTERY'],
  ['/lottery/:id', '/lottery/draw'],
  ['/lottery/draw', '/lottery/:other'],
])('screens: a remote with %s keeps the path before a later one with %s', (first, second) => {
  const { screens, faults } = list({
    lottery: remote([{ path: first, title: 'x' }]),
    thief: remote([
      { path: second, title: 'x' },
      { path: `${second}/more`, title: 'x' },
    ]),
  });
  expect(screens.map(({ path }) => path)).toEqual([first, `${second}/more`]);
  expect(faults).toEqual([`thief: ${second} belongs to lottery`]);
});

it('screens: a canary has routes for its screens, and menu entries for users who get it', () => {
  const remotes = {
    lottery: remote([GOOD, { path: '/next', title: 'y', roles: ['ROLE_ADMIN'] }], {
      version: '2',
      percent: 5,
    }),
  };
  expect(list(remotes).paths).toEqual(['/lottery', '/next']);
  remotes.lottery = remote([GOOD], { version: '2', percent: 5 });
  expect(list(remotes).screens).toEqual([
    { ...GOOD, remote: 'lottery' },
    { path: '/next', title: 'x', remote: 'lottery', isRouteOnly: true },
  ]);
  expect(list(remotes, ['lottery']).screens).toEqual([
    { path: '/next', title: 'x', menu: entry, remote: 'lottery' },
  ]);
});
