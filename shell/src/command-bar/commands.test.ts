import type { Role } from '@palier/shared/contracts';
import type { FoundAccount } from '@palier/shared/contracts/find';
import { accountCommands } from './account-commands';
import { preselected } from './command';
import { selectionCommands } from './movement-commands';
import { screenCommands, screensOfDays } from './screen-commands';
import { createRandom, randomText, SIMILAR_ACCOUNTS } from './testing/random-texts';
import { readTypedText } from './typed-text';

const NADIA: FoundAccount = {
  id: 7,
  username: 'nadia',
  role: 'ROLE_CLIENT',
  active: true,
  path: ['agent'],
  balance: 12.5,
};
const DEEP: FoundAccount = {
  id: 9,
  username: 'nadia.b',
  role: 'ROLE_CLIENT',
  active: false,
  path: ['agent', 'sami', 'lea'],
};

const TODAY = '2026-11-27';
const read = (text: string) => readTypedText(text, TODAY);
const CHEBBI = { ...NADIA, id: 11, username: 'nadia.chebbi' };
const OF_YESTERDAY = 'du=2026-11-26&au=2026-11-26';

test.each([
  ['nadia 50', 'nadia', null, '50'],
  [' nadia  050 ', 'nadia', null, '50'],
  ['nadia 1 500', 'nadia', null, '1500'],
  ['nadia 1\u202f500,00\u00a0DT', 'nadia', null, '1500.00'],
  ['Nadia Chebbi 50', 'nadia.chebbi', null, '50'],
  ['50 nadia', 'nadia', null, '50'],
  ['ajout 50 nadia', 'nadia', 'DEPOSIT', '50'],
  ['retrait 50 nadia', 'nadia', 'WITHDRAWAL', '50'],
  ['retrait nadia chebbi 50', 'nadia.chebbi', 'WITHDRAWAL', '50'],
  ['-50 nadia', 'nadia', 'WITHDRAWAL', '50'],
  ['nadia −50', 'nadia', 'WITHDRAWAL', '50'],
  ['nadia', 'nadia', null, null],
  ['retrait', 'retrait', null, null],
  ['50', '', null, '50'],
  ['50 000', '', null, '50000'],
  ['nadia 1e3', 'nadia.1e3', null, null],
])('typed text: %j has the name %j, the kind %j and the amount %j', (text, name, kind, amount) => {
  expect(read(text)).toMatchObject({ name, kind, amount, amountFault: null, period: null });
});

test.each([
  ['nadia 1.5', 'Le montant doit être un nombre valide.'],
  ['retrait 12,50 nadia', 'Le montant doit être un nombre valide.'],
  ['nadia 12345678901', 'Le montant doit être un nombre valide.'],
  ['nadia 0', 'Le montant doit être supérieur à zéro.'],
  ['ajout -5 nadia', 'Le montant doit être supérieur à zéro.'],
  ['nadia 1.500', /^«.1\.500.» peut vouloir dire/],
])('typed text: %j is answered with the sentence %j', (text, fault) => {
  expect(read(text).amountFault).toMatch(fault);
});

test.each([
  ['hier', '2026-11-26', '2026-11-26', ''],
  ["120 aujourd'hui", TODAY, TODAY, ''],
  ['27/11', TODAY, TODAY, ''],
  ['28/11', '2025-11-28', '2025-11-28', ''],
  ['nadia 03/02/2026', '2026-02-03', '2026-02-03', 'nadia'],
  ['2026-03-01', '2026-03-01', '2026-03-01', ''],
  ['1er mars', '2026-03-01', '2026-03-01', ''],
  ['3 nov 2025', '2025-11-03', '2025-11-03', ''],
  ['superadmin semaine dernière', '2026-11-16', '2026-11-22', 'superadmin'],
  ['semaine', '2026-11-23', '2026-11-29', ''],
])('typed text: %j has the days from %s to %s and the name %j', (text, from, to, name) => {
  expect(read(text)).toMatchObject({ name, period: { from, to } });
});

test.each(['31/02', '2026-02-30', 'nadia', '12,5', '27.11', 'ma'])('typed text: %j has no days', (text) => {
  expect(read(text).period).toBeNull();
});

test.each([
  'n° 668',
  'N°668',
  'no 668',
  '#668',
  'n 668',
  'partie 668',
  'Round  668',
  'mouvement n° 668',
  'reçu 668',
  'Recu #668',
  'rec\u0327u 668',
])('typed text: %j is a number', (text) => {
  expect(read(text)).toMatchObject({ number: '668', isNumberOnly: true, name: '' });
});

const FORM_STATE = {
  subAccountList: '?username=nadia',
  username: 'nadia',
  similar: ['nadia.chebbi'],
};

test('accounts: direct ones come first with the form of the movement if the text has an amount', () => {
  expect(accountCommands([DEEP, CHEBBI, NADIA], read('nad 50')).map(({ to }) => to)).toEqual([
    '/refund/11?amount=50',
    '/refund/7?amount=50',
    '/admin/9',
  ]);
  expect(accountCommands([CHEBBI, NADIA], read('retrait 50 nadia'))[0]).toMatchObject({
    to: '/withdraw/7?amount=50',
    title: 'Retirer 50 de nadia',
    detail: 'Client',
    balance: 12.5,
    state: FORM_STATE,
  });
  const unpaid = accountCommands([DEEP, NADIA], read('nad'));
  expect(unpaid.map(({ to }) => to)).toEqual(['/admin/9', '/admin/7']);
  expect(unpaid[0]?.detail).toBe('Client · sami › lea · Inactif');
});

test('accounts: the one whose whole name was typed comes first and is preselected', () => {
  const commands = accountCommands([NADIA, DEEP], read('Nadia B 50'));
  expect(commands.map(({ to }) => to)).toEqual(['/admin/9', '/refund/7?amount=50']);
  expect(preselected(commands)).toBe(commands[0]);
});

test('accounts: an amount and a part of a name preselect nothing', () => {
  expect(preselected(accountCommands([NADIA, DEEP], read('nadi 50')))).toBeUndefined();
  expect(preselected(accountCommands([NADIA], read('nadi 50')))).toBeUndefined();
  expect(preselected(accountCommands([NADIA], read('retrait nadi')))).toBeUndefined();
  const unpaid = accountCommands([NADIA, DEEP], read('nadi'));
  expect(preselected(unpaid)).toBe(unpaid[0]);
});

test('accounts: a text that names a second account preselects nothing', () => {
  const second = { ...NADIA, id: 13, username: 'nadia.2' };
  const commands = accountCommands([NADIA, second], read('nadia 2 500'));
  expect(preselected(commands)).toBeUndefined();
  expect(commands.map(({ to }) => to)).toEqual(['/refund/7?amount=2500', '/admin/13']);
  expect(preselected(accountCommands([NADIA], read('nadia 2 500')))).toBeUndefined();
  const fifty = { ...NADIA, id: 14, username: 'nadia.50' };
  expect(preselected(accountCommands([NADIA, fifty], read('nadia 50')))).toBeUndefined();
});

test('accounts: days lead to the network of an agent and to the movements of a direct sub-account', () => {
  const agent = { ...NADIA, role: 'ROLE_SUPER_ADMIN' as const };
  const week = 'from=2026-11-16&to=2026-11-22';
  expect(
    accountCommands([agent], read('nadia semaine dernière')).map(({ to, title }) => [to, title]),
  ).toEqual([
    [`/report/network?of=7&${week}`, 'Réseau de nadia, semaine dernière'],
    ['/reportItem/7?du=2026-11-16&au=2026-11-22', 'Mouvements de nadia, semaine dernière'],
  ]);
  expect(accountCommands([NADIA, DEEP], read('retrait 120 nadia hier')).map(({ to }) => to)).toEqual([
    `/reportItem/7?${OF_YESTERDAY}&type=WITHDRAWAL&montant=120`,
    '/admin/9',
  ]);
});

test('movements: amount, kind and days lead to the history of them', () => {
  const addresses = (text: string, role: Role = 'ROLE_ADMIN') =>
    selectionCommands(read(text), role).map(({ to }) => to);
  expect(addresses('120 hier')).toEqual([
    `/history?${OF_YESTERDAY}&montant=120`,
    `/history?${OF_YESTERDAY}&type=DEPOSIT&montant=120`,
    `/history?${OF_YESTERDAY}&type=WITHDRAWAL&montant=120`,
  ]);
  expect(addresses('retrait 120 hier')).toEqual([`/history?${OF_YESTERDAY}&type=WITHDRAWAL&montant=120`]);
  expect(addresses('-120')).toEqual(['/history?type=WITHDRAWAL&montant=120']);
  expect(addresses('12,5')[0]).toBe('/history?montant=12%2C5');
  expect(addresses('120 hier', 'ROLE_CLIENT')).toEqual([`/history?${OF_YESTERDAY}&montant=120`]);
  expect(addresses('nadia 120 hier')).toEqual([]);
  expect(selectionCommands(read('retrait 120 hier'), 'ROLE_ADMIN')[0]).toMatchObject({
    title: 'Retraits de 120\u00a0DT, hier',
    detail: '26\u00a0novembre\u00a02026',
  });
});

test('screens: a name without accents and case finds those of the role', () => {
  const screens = [
    { path: '/network', title: 'Réseau' },
    { path: '/network/:id', title: 'Réseau' },
    { path: '/network/next', title: 'Réseau', isRouteOnly: true as const },
    { path: '/audit', title: 'Vérification du réseau', roles: ['ROLE_CAPO' as const] },
  ].map((described) => ({ ...described, remote: 'reports' }));
  const paths = (role: Role, text: string) =>
    screenCommands(screens, role, text).map(({ to, isNamed }) => [to, isNamed]);
  expect(paths('ROLE_CAPO', 'RESEAU')).toEqual([
    ['/network', true],
    ['/audit', false],
  ]);
  expect(paths('ROLE_CAPO', 'verif')).toEqual([['/audit', false]]);
  expect(paths('ROLE_ADMIN', 'verif')).toEqual([]);
});

test('screens: one for every role, below one that is not of the role, is not offered', () => {
  const screens = [
    { path: '/admin', title: 'Admin', roles: ['ROLE_ADMIN' as const] },
    { path: '/admin/create', title: 'Créer' },
    { path: '/administration', title: 'Créer aussi' },
  ].map((described) => ({ ...described, remote: 'agent' }));
  const paths = (role: Role) => screenCommands(screens, role, 'créer').map(({ to }) => to);
  expect(paths('ROLE_ADMIN')).toEqual(['/admin/create', '/administration']);
  expect(paths('ROLE_CLIENT')).toEqual(['/administration']);
});

test('screens: days alone lead to the reports of those days', () => {
  const screens = ['/report', '/report/network', '/report/day-close'].map((path) => ({
    path,
    title: path,
    remote: 'reports',
  }));
  const addresses = (text: string) => screensOfDays(screens, 'ROLE_ADMIN', read(text)).map(({ to }) => to);
  expect(addresses('hier')).toEqual([
    '/report?from=2026-11-26&to=2026-11-26',
    '/report/network?from=2026-11-26&to=2026-11-26',
    '/report/day-close?date=2026-11-26',
  ]);
  expect(addresses('semaine')).toHaveLength(2);
  expect(addresses('120 hier')).toEqual([]);
});

test.each([40, 41, 42])('accounts: 200 random texts pay only an account that is named, seed %i', (seed) => {
  const random = createRandom(seed);
  const preselections = { named: 0, none: 0 };
  for (let run = 0; run < 200; run += 1) {
    const { text, name, amount, form } = randomText(random);
    const typed = read(text);
    const names = [typed.name, ...typed.otherNames];
    const found = SIMILAR_ACCOUNTS.filter(({ username }) => names.some((one) => username.includes(one)));
    const command = preselected(
      accountCommands(
        found.sort(() => random(3) - 1),
        typed,
      ),
    );
    if (command === undefined) preselections.none += 1;
    else {
      const account = SIMILAR_ACCOUNTS.find(({ username }) => username === name);
      const address =
        account?.path.length === 1 ? `${form}/${account.id}?amount=${amount}` : `/admin/${account?.id}`;
      expect([text, command.to]).toEqual([text, address]);
      preselections.named += 1;
    }
  }
  expect(Math.min(...Object.values(preselections))).toBeGreaterThan(50);
});
