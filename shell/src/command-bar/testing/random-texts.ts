import type { FoundAccount } from '@palier/shared/contracts/find';

/** Names that differ by a letter, a digit or a part, some of which end in what may be an amount. */
const NAMES = [
  'nadia',
  'nadia.b',
  'nadia.chebbi',
  'nadia.gharbi',
  'nadine',
  'nadi',
  'anadia',
  'nadia2',
  'nadia.2',
  'nadia.50',
  '50.nadia',
  'nadia.2.500',
];

/** Accounts with these names, every third of them below another agent. */
export const SIMILAR_ACCOUNTS: readonly FoundAccount[] = NAMES.map((username, index) => ({
  id: 100 + index,
  username,
  role: 'ROLE_CLIENT',
  active: true,
  path: index % 3 === 1 ? ['agent', 'sami'] : ['agent'],
  balance: 12.5,
}));

export type Random = (below: number) => number;

/** The same numbers between 0 and `below` in each run. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const AMOUNTS = ['2', '50', '500', '2 500', '7', '120', '1 000'];

interface RandomText {
  readonly text: string;
  /** As the server stores it. */
  readonly name: string;
  readonly amount: number;
  /** The form of the kind that the text has. */
  readonly form: '/refund' | '/withdraw';
}

/** A name of NAMES or a part of it and an amount, as agents type them. */
export function randomText(random: Random): RandomText {
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  const whole = pick(NAMES);
  const start = random(2) * random(3);
  const isWhole = random(3) > 0;
  const part = isWhole ? whole : whole.slice(start, Math.max(start + 2, whole.length - random(4)));
  const name = part.replace(/^\.+|\.+$/g, '');
  const spaced = random(2) === 0 ? name : name.replaceAll('.', ' ');
  const typed = random(2) === 0 ? spaced : spaced.toUpperCase();
  const amount = pick(AMOUNTS);
  const isWithdrawal = random(3) === 0;
  const sign = isWithdrawal && random(2) === 0 ? '-' : '';
  const kind = isWithdrawal && sign === '' ? 'retrait ' : '';
  const isFirst = random(3) === 0;
  return {
    text: kind + (isFirst ? `${sign}${amount} ${typed}` : `${typed} ${sign}${amount}`),
    name,
    amount: Number(amount.replace(' ', '')),
    form: isWithdrawal ? '/withdraw' : '/refund',
  };
}
