import type { NamedAccount } from '@palier/shared/contracts/named-accounts';
import { account } from '../../testing/wire';
import { checkLines, type CheckedLine } from './check-lines';
import { messages } from './movement-list.messages';
import { parsePastedList } from './parse-pasted-list';

const ALI = account(1, { username: 'ali', balance: 100 });
const BEYA = account(2, { username: 'beya', balance: 30 });

interface Given {
  readonly own?: number;
  readonly type?: 'DEPOSIT' | 'WITHDRAWAL';
  readonly accounts?: readonly NamedAccount[];
}

function check(text: string, { own = 1_000, type = 'DEPOSIT', accounts = [ALI, BEYA] }: Given = {}) {
  const { lines } = parsePastedList(text);
  const byName = new Map(
    lines.map(({ name }) => [name, accounts.find(({ username }) => username === name.toLowerCase()) ?? null]),
  );
  return checkLines(type, lines, { ownBalance: own, byName });
}

const faultsOf = (lines: readonly CheckedLine[]) => lines.map(({ faults }) => faults);
const plain = (text: string | undefined): string | undefined => text?.replace(/\s/g, ' ');

test('checked list: each line has both balances, which the lines before have changed', () => {
  const { lines, sent, total } = check('ali 50\nbeya 20\nALI 5');
  expect(lines.map(({ name, target, own }) => [name, target, own])).toEqual([
    ['ali', { before: 100, after: 150 }, { before: 1_000, after: 950 }],
    ['beya', { before: 30, after: 50 }, { before: 950, after: 930 }],
    ['ali', { before: 150, after: 155 }, { before: 930, after: 925 }],
  ]);
  expect(sent).toHaveLength(3);
  expect(total).toBe(75);
  expect(lines.map(({ warnings }) => warnings)).toEqual([[], [], [messages.sameAccount(1)]]);
});

test('checked list: a withdrawal above what the lines before have left is refused as by the form', () => {
  const { lines, total } = check('ali 60\nali 60\nbeya 30', { type: 'WITHDRAWAL', own: 0 });
  expect(faultsOf(lines)).toEqual([[], ['Le montant à retirer dépasse le solde disponible.'], []]);
  expect(lines[2]?.own).toEqual({ before: 60, after: 90 });
  expect(total).toBe(90);
});

test('checked list: unknown names and wrong amounts are named and change nothing', () => {
  const { lines, sent } = check('ali 0\nali 1,5\nali 1.234\nali -3\nnadia 5\nnadia 0,5\nali\nali 2');
  expect(faultsOf(lines).map((faults) => faults.map((fault) => plain(fault)))).toEqual([
    ['Le montant doit être supérieur à zéro.'],
    ['Le montant doit être un nombre valide.'],
    [expect.stringContaining('« 1.234 » peut vouloir dire 1 234 DT ou 1 DT et 234 millimes.')],
    ['Le montant doit être supérieur à zéro.'],
    [messages.unknownName],
    [messages.unknownName, 'Le montant doit être un nombre valide.'],
    [messages.oneColumn],
    [],
  ]);
  expect(sent.map(({ number, own }) => [number, own])).toEqual([[8, { before: 1_000, after: 998 }]]);
});

test('checked list: nothing is sent from the line on at which the own balance runs out', () => {
  const { lines, total } = check('ali 60\nbeya 50\nali 10', { own: 100 });
  expect(faultsOf(lines)).toEqual([[], [messages.spent(40)], [messages.afterSpent(2)]]);
  expect(total).toBe(60);
});

test.each([
  ['the limit of a movement', { perMovement: 50 }, [[], [messages.abovePerMovement(50)], []]],
  ['the limit of the day', { leftToday: 90 }, [[], [messages.dayLimit(50)], [messages.afterSpent(2)]]],
  ['the least balance', { leastBalance: 900 }, [[], [messages.leastBalance(900)], [messages.afterSpent(2)]]],
  ['what the player may receive', { leftToReceive: 45 }, [[], [messages.aboveReceived(5)], []]],
])('checked list: %s counts all lines before', (_limit, deposit, faults) => {
  const { lines } = check('ali 40\nali 70\nali 5', { accounts: [{ ...ALI, deposit }] });
  expect(faultsOf(lines)).toEqual(faults);
});

test('checked list: a player who has stopped receives nothing, and a closed account is marked', () => {
  const stopped = { ...ALI, deposit: { stopped: 'paused' as const, stoppedUntil: '2026-03-01T08:00:00' } };
  const closed = { ...BEYA, active: false };
  const { lines } = check('ali 5\nbeya 5', { accounts: [stopped, closed] });
  expect(plain(lines[0]?.faults[0])).toBe("Ce joueur est en pause jusqu'au 1er mars 2026 à 08:00.");
  expect([lines[1]?.faults, lines[1]?.warnings]).toEqual([[], [messages.inactive]]);
  const withdrawals = check('ali 5', { accounts: [stopped], type: 'WITHDRAWAL' });
  expect(faultsOf(withdrawals.lines)).toEqual([[]]);
});

test('checked list: an amount in groups of digits is shown as it was read', () => {
  const [line] = check('ali 1 250', { own: 5_000 }).lines;
  expect(line?.amount).toBe(1_250);
  expect(line?.warnings.map(plain)).toEqual(['Montant lu : 1 250,00 DT.']);
});
