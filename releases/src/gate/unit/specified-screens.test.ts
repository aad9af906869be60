import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REMOTES } from '@palier/base/paths';
import { screensOfRemote } from '@palier/base/workspaces.mjs';
import { listScreens, SETTINGS_ORDER, type ScreenDescription } from '@palier/shared/contracts/screens';
import { EMPTY_REGISTRY, screensSchema } from '@palier/shared/contracts/releases';
import { released, specifiedScreens } from '../../testing/test-store';
import { findDeviationFromSpecification, findMenuFault, findScreenFault } from '../specified-screens';

const ofWorkingTree = REMOTES.map((name) => [name, screensSchema.parse(screensOfRemote(name))] as const);

test('The screens of this working tree are described as specified, and none is left out', () => {
  for (const [name, screens] of ofWorkingTree)
    assert.equal(findDeviationFromSpecification(name, screens), null, name);
  const remotes = ofWorkingTree.map(([name, screens]) => [
    name,
    { active: '1', versions: { 1: { screens } } },
  ]);
  const listed = listScreens(Object.fromEntries(remotes), assert.fail);
  assert.equal(listed.length, ofWorkingTree.flatMap(([, screens]) => screens).length);
});

test('The menu of this working tree begins with the specified entries', () => {
  const entries = ofWorkingTree.flatMap(([, screens]) => screens.flatMap(({ menu }) => menu ?? []));
  const inOrder = [...entries, { text: 'Paramètres', order: SETTINGS_ORDER }].sort(
    (one, other) => (one.order ?? Infinity) - (other.order ?? Infinity),
  );
  assert.deepEqual(
    inOrder.slice(0, 6).map(({ text }) => text),
    ['Accueil', 'Admin', 'Rapport', 'Transactions', 'Historique', 'Paramètres'],
  );
});

const changed = (path: string, changes: Partial<ScreenDescription>): ScreenDescription[] =>
  specifiedScreens('agent').map((screen) => (screen.path === path ? { ...screen, ...changes } : screen));
const entry = { text: 'Admin', icon: 'home', order: 20 } as const;

for (const [title, screens, fault] of [
  ['a screen is missing', specifiedScreens('agent').slice(1), 'it lacks the specified screen /admin'],
  [
    'a role is missing',
    changed('/refund/:id', { roles: ['ROLE_ADMIN'] }),
    'its screen /refund/:id has other roles than the specified ones',
  ],
  [
    'a screen of agents is open to all',
    changed('/withdraw/:id', { roles: undefined }),
    'its screen /withdraw/:id has other roles than the specified ones',
  ],
  [
    'the text of the menu entry differs',
    changed('/admin', { menu: { ...entry, text: 'Comptes' } }),
    'the menu entry of /admin is not "Admin" with the order 20',
  ],
  [
    'the order of the menu entry differs',
    changed('/admin', { menu: { ...entry, order: 60 } }),
    'the menu entry of /admin is not "Admin" with the order 20',
  ],
  [
    'a specified screen has another menu entry',
    changed('/admin/create', { menu: { ...entry, text: 'Créer' } }),
    'its screen /admin/create has a menu entry, which the specified menu does not have',
  ],
  [
    'an entry of its own stands among the specified ones',
    [
      ...specifiedScreens('agent'),
      { path: '/tax', title: 'x', menu: { ...entry, text: 'Impôts', order: 100 } },
    ],
    'the menu entry of /tax would stand between the specified ones: its order must be above 100',
  ],
  [
    'it has a screen of its own',
    [
      ...specifiedScreens('agent'),
      { path: '/tax', title: 'x', menu: { ...entry, text: 'Impôts', order: 101 } },
    ],
    null,
  ],
  [
    'an entry of its own has the text of a specified one',
    [
      ...specifiedScreens('agent'),
      { path: '/tax', title: 'x', menu: { ...entry, text: 'PARAMETRES', order: 101 } },
    ],
    'the menu entry of /tax has the text of a specified one: PARAMETRES',
  ],
] as const)
  test(`A version ${fault === null ? 'passes' : 'is refused'} when ${title}`, () => {
    assert.equal(findDeviationFromSpecification('agent', screens), fault);
  });

test('A candidate passes although two other remotes have the same path', () => {
  const remoteAt = (path: string) => ({
    active: '1.0.0',
    previous: null,
    canary: null,
    versions: {
      '1.0.0': {
        ...released,
        screens: [
          {
            path,
            title: 'x',
          },
        ],
      },
    },
  });
  const remotes = { draws: remoteAt('/draw'), lottery: remoteAt('/draw'), tax: remoteAt('/tax') };
  assert.equal(findScreenFault('tax', { ...EMPTY_REGISTRY, remotes }), null);
});

test('A description that misspells a member, or whose path has no slash at its start, is refused', () => {
  const screen = { path: '/tax', title: 'Impôts' };
  for (const [changes, isAccepted] of [
    [{}, true],
    [{ role: ['ROLE_ADMIN'] }, false],
    [{ path: 'tax' }, false],
  ] as const)
    assert.equal(screensSchema.safeParse([{ ...screen, ...changes }]).success, isAccepted);
});

const remoteWith = (entries: Readonly<Record<string, string>>) => ({
  active: '1.0.0',
  previous: null,
  canary: null,
  versions: {
    '1.0.0': {
      ...released,
      screens: Object.entries(entries).map(([path, text]) => ({
        path,
        title: 'x',
        menu: { text, icon: 'home' as const, order: 200 },
      })),
    },
  },
});

test('A menu entry with the text of another entry or with letters that only look Latin is refused', () => {
  for (const [own, fault] of [
    [{ '/tax': 'Impôts' }, null],
    [{ '/tax': 'Tirages 2' }, null],
    [{ '/tax': 'TIRAGES' }, 'the menu entries of /tax and /draw have the same text: TIRAGES'],
    [{ '/tax': 'Tirages .' }, 'the menu entries of /tax and /draw have the same text: Tirages .'],
    [{ '/tax': 'Impôts', '/fee': 'impots' }, 'the menu entries of /tax and /fee have the same text: Impôts'],
    [{ '/tax': 'P\u0430ramètres' }, 'the menu entry of /tax has a letter that is not Latin: P\u0430ramètres'],
  ] as const) {
    const remotes = { draws: remoteWith({ '/draw': 'Tirages' }), tax: remoteWith(own) };
    assert.equal(findMenuFault('tax', { ...EMPTY_REGISTRY, remotes }), fault);
  }
});

test('A second menu entry with the text of a specified one is refused however it is written', () => {
  for (const text of ['Paramètres', 'parametres', 'Paramètres.', 'P a r amètres', 'Ｐaramètres'])
    assert.match(
      findDeviationFromSpecification('tax', [
        { path: '/tax', title: 'x', menu: { text, icon: 'home', order: 200 } },
      ]) ?? '',
      /has the text of a specified one/,
      text,
    );
});

test('A screen whose title or menu entry people cannot read is refused', () => {
  const menu = (text: string) => ({ text, icon: 'home' as const, order: 200 });
  const marked = `a${'\u0301'.repeat(18)}`;
  for (const [screen, part] of [
    [{ title: '\u3164' }, 'title'],
    [{ title: 'Imp\u034fôts' }, 'title'],
    [{ title: marked }, 'title'],
    [{ title: 'Impôts', menu: menu(marked) }, 'menu entry'],
    [{ title: 'Impôts', menu: menu('\u2800') }, 'menu entry'],
  ] as const)
    assert.equal(
      findDeviationFromSpecification('tax', [{ path: '/tax', ...screen }]),
      `the ${part} of /tax is empty or has unreadable characters`,
    );
  const readable = { path: '/tax', title: 'Impôts \u2013 été', menu: menu('Impôts') };
  assert.equal(findDeviationFromSpecification('tax', [readable]), null);
});
