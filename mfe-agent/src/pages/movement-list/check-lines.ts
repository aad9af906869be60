import type { DepositLimits } from '@palier/shared/contracts/limits';
import type { NamedAccount } from '@palier/shared/contracts/named-accounts';
import { parseAmount } from '@palier/shared/money/read-amount';
import { checkAmount, type TransferType } from '../../lib/transfer/transfer.rules';
import { messages } from './movement-list.messages';
import type { PastedLine } from './parse-pasted-list';

/** A balance before and after a movement, in TND. */
export interface Change {
  readonly before: number;
  readonly after: number;
}

export interface CheckedLine {
  readonly number: number;
  /** The account's name, or as it is written where no account has it. */
  readonly name: string;
  readonly written: PastedLine;
  readonly amount: number | null;
  /** Why the line is not sent; empty where it is. */
  readonly faults: readonly string[];
  /** What the agent should look at before sending. */
  readonly warnings: readonly string[];
  /** Null where the line is not sent. */
  readonly target: Change | null;
  readonly own: Change | null;
}

export type SentLine = CheckedLine & { readonly amount: number };

export interface CheckedList {
  readonly type: TransferType;
  readonly lines: readonly CheckedLine[];
  readonly sent: readonly SentLine[];
  /** Of the sent lines, in TND. */
  readonly total: number;
}

/** What the list was read with: accounts by the written names, null for none. */
export interface Accounts {
  readonly ownBalance: number;
  readonly byName: ReadonlyMap<string, NamedAccount | null>;
}

/** How an account stands after the lines before. */
interface Standing {
  readonly balance: number;
  /** What it has received by these lines. */
  readonly received: number;
  readonly firstLine: number;
}

/** How things stand after the lines before; each line changes it for the next ones. */
interface Running {
  readonly type: TransferType;
  own: number;
  given: number;
  /** The line at which the own balance or the limit of the day did not suffice. */
  spentAt: number | null;
  readonly standings: Map<number, Standing>;
}

/** Why a deposit is refused by the own balance and the own limits that run out; null where they suffice. */
function spentReason({ own, given }: Running, amount: number, limits: DepositLimits): string | null {
  const { leftToday = Infinity, leastBalance } = limits;
  if (amount > own) return messages.spent(own);
  if (given + amount > leftToday) return messages.dayLimit(leftToday - given);
  return leastBalance !== undefined && own - amount < leastBalance
    ? messages.leastBalance(leastBalance)
    : null;
}

function depositFault(
  running: Running,
  number: number,
  { id, deposit = {} }: NamedAccount,
  amount: number,
): string | null {
  const { stopped, stoppedUntil = '', perMovement = Infinity, leftToReceive = Infinity } = deposit;
  const received = running.standings.get(id)?.received ?? 0;
  // The order of the list decides who is paid, so smaller amounts behind this line are not sent either.
  if (running.spentAt !== null) return messages.afterSpent(running.spentAt);
  if (stopped !== undefined) return messages.stopped(stopped, stoppedUntil);
  if (amount > perMovement) return messages.abovePerMovement(perMovement);
  if (received + amount > leftToReceive) return messages.aboveReceived(leftToReceive - received);
  const reason = spentReason(running, amount, deposit);
  if (reason !== null) running.spentAt = number;
  return reason;
}

type Moved = Pick<CheckedLine, 'target' | 'own'>;
const NOT_MOVED: Moved = { target: null, own: null };

/** Moves the amount in the running balances. */
function move(running: Running, { id }: NamedAccount, amount: number): Moved {
  const change = running.type === 'DEPOSIT' ? amount : -amount;
  const { balance, received, firstLine } = running.standings.get(id)!;
  const target = { before: balance, after: balance + change };
  const own = { before: running.own, after: running.own - change };
  running.own = own.after;
  running.given += amount;
  running.standings.set(id, { balance: target.after, received: received + amount, firstLine });
  return { target, own };
}

function warningsOf({ isSpaced }: PastedLine, { active }: NamedAccount, amount: number | null): string[] {
  return [
    ...(active ? [] : [messages.inactive]),
    ...(isSpaced && amount !== null ? [messages.readAs(amount)] : []),
  ];
}

/** A line whose name is that of an account. */
function checkLineOf(running: Running, line: PastedLine, account: NamedAccount): CheckedLine {
  const { type, standings } = running;
  const { number } = line;
  const standing = standings.get(account.id);
  if (standing === undefined)
    standings.set(account.id, { balance: account.balance, received: 0, firstLine: number });
  const target = standing?.balance ?? account.balance;
  const { amount, error } = checkAmount(line.amount, type, { target, own: Infinity });
  const fault =
    amount === null || type === 'WITHDRAWAL' ? error : depositFault(running, number, account, amount);
  const warnings = warningsOf(line, account, amount);
  return {
    number,
    name: account.username,
    written: line,
    amount: amount ?? parseAmount(line.amount),
    faults: fault === null ? [] : [fault],
    warnings: standing === undefined ? warnings : [messages.sameAccount(standing.firstLine), ...warnings],
    ...(fault === null && amount !== null ? move(running, account, amount) : NOT_MOVED),
  };
}

/** A line that names no account, or has no name and amount. */
function checkOtherLine(type: TransferType, line: PastedLine): CheckedLine {
  const { error } = checkAmount(line.amount, type, { target: Infinity, own: Infinity });
  const faults = [messages.unknownName, error].filter((fault) => fault !== null);
  return {
    number: line.number,
    name: line.name,
    written: line,
    amount: parseAmount(line.amount),
    faults: line.fault === null ? faults : [line.fault],
    warnings: [],
    ...NOT_MOVED,
  };
}

/**
 * Checks the lines of a pasted list in their order: what each one changes, and which ones are not sent. Each
 * line changes the balances that the next ones find.
 */
export function checkLines(
  type: TransferType,
  pasted: readonly PastedLine[],
  { ownBalance, byName }: Accounts,
): CheckedList {
  const running: Running = { type, own: ownBalance, given: 0, spentAt: null, standings: new Map() };
  const lines = pasted.map((line) => {
    const account = byName.get(line.name) ?? null;
    return account === null || line.fault !== null
      ? checkOtherLine(type, line)
      : checkLineOf(running, line, account);
  });
  const sent = lines.filter((line): line is SentLine => line.own !== null && line.amount !== null);
  return { type, lines, sent, total: sent.reduce((sum, { amount }) => sum + amount, 0) };
}
