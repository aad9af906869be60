import { DOCUMENTED, type Profile } from '@palier/demo-provider/vendor/profile';

export const DIALECTS = ['i', 'ii', 'iii'] as const;
export const UNITS = ['decimal', 'cents'] as const;

/** A vendor of a dialect without peculiarities: for operators that agreed on none of the profiles. */
export function plainProfile(dialect: Profile['dialect'], unit: Profile['unit']): Profile {
  const isPathForm = dialect === 'ii';
  return {
    ...DOCUMENTED,
    name: `dialect-${dialect}`,
    vendor: `no vendor: dialect (${dialect}) of docs/providers.md`,
    dialect,
    unit,
    decimals: unit === 'cents' ? 2 : 3,
    paths: isPathForm
      ? { balance: '/user_balance', transaction: '/game_callback' }
      : { balance: '', transaction: '' },
    amountNames: isPathForm ? 'bet' : 'bet_money',
    extras: isPathForm ? ['balances', 'before and after'] : ['balances'],
    gameTypes: { slot: 'slot', crash: null, live: null },
    spin: 'either',
    freeSpins: 'none',
    hasGamble: false,
    hasTwoBets: false,
    internalError: 'unknown',
  };
}
