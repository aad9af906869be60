import { toWireAmount } from './amount.js';
import type { Extra, Profile } from './profile.js';
import { wireIds, type Transaction } from './transaction.js';

export interface AgentSecret {
  readonly agentCode: string;
  readonly secret: string;
}

/** A request to the operator. */
export interface CallbackRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type Method = 'user_balance' | 'transaction';
type Fields = Readonly<Record<string, unknown>>;

/** The vendor's own view of balances, which the operator must not use. */
const AGENT_BALANCE = 9_876_543.21;

/** Writes the callbacks of a profile to the operator at `base`, such as https://operator.example/gold_api. */
export function createCallbacks(profile: Profile, base: string, { agentCode, secret }: AgentSecret) {
  const trimmed = base.replace(/\/$/, '');
  const address = profile.hasDoubleSlash ? trimmed.replace(/\/([^/]*)$/, '//$1') : trimmed;
  const isInHeader = profile.secretIn === 'header';

  const request = (method: Method, fields: Fields): CallbackRequest => ({
    address: address + (method === 'user_balance' ? profile.paths.balance : profile.paths.transaction),
    headers: {
      'content-type': 'application/json',
      ...(isInHeader ? { 'agent-secret': secret } : {}),
    },
    body: {
      ...(profile.dialect === 'ii' ? {} : { method }),
      agent_code: agentCode,
      ...(isInHeader ? {} : { agent_secret: secret }),
      ...fields,
    },
  });

  return {
    balance: (userCode: string): CallbackRequest => request('user_balance', { user_code: userCode }),
    transaction(transaction: Transaction): CallbackRequest {
      const { userCode, providerCode, gameCode, form, kind } = transaction;
      const gameType = profile.gameTypes[form] ?? 'slot';
      const names = { provider_code: providerCode, game_code: gameCode, type: kind };
      const moved = {
        ...wireIds(profile, transaction),
        txn_type: transaction.type,
        ...amountsOf(profile, transaction),
      };
      const common = { user_code: userCode, ...extrasOf(profile, transaction) };
      if (profile.dialect === 'iii') return request('transaction', { ...common, ...names, ...moved });
      const object =
        profile.fields === 'in the object'
          ? { [gameType]: { ...names, ...moved } }
          : { ...moved, [gameType]: names };
      return request('transaction', { ...common, game_type: gameType, ...object });
    },
  };
}

/** Random in place of a constant: an operator must not find a rule in the figure that does not count. */
const anyAmount = (): number => Math.floor(Math.random() * 100_000) / 100;

function amountsOf(profile: Profile, { type, betMillimes, winMillimes }: Transaction): Fields {
  const [betName, winName] = profile.amountNames === 'bet' ? ['bet', 'win'] : ['bet_money', 'win_money'];
  const uncounted = { zero: 0, any: anyAmount(), absent: undefined }[profile.uncountedFigure];
  return {
    [betName]: type === 'credit' ? uncounted : toWireAmount(profile, betMillimes),
    [winName]: type === 'debit' ? uncounted : toWireAmount(profile, winMillimes),
  };
}

function extrasOf({ extras }: Profile, transaction: Transaction): Fields {
  const { balanceBefore = 0, balanceAfter = balanceBefore, createdAt, session, form, gameCode } = transaction;
  const fields: Record<Extra, Fields> = {
    balances: { agent_balance: AGENT_BALANCE, user_balance: balanceBefore },
    totals: { user_total_credit: AGENT_BALANCE, user_total_debit: AGENT_BALANCE },
    'before and after': {
      agent_before_balance: AGENT_BALANCE,
      agent_after_balance: AGENT_BALANCE,
      user_before_balance: balanceBefore,
      user_after_balance: balanceAfter,
      created_at: createdAt,
    },
    user_token: { user_token: session ?? 'no-session' },
    info: form === 'live' ? { info: JSON.stringify({ table: gameCode, result: ['banker', 'player'] }) } : {},
  };
  return Object.assign({}, ...extras.map((extra) => fields[extra])) as Fields;
}
