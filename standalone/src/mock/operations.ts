import type {
  ErrorBody,
  RegisterRequest,
  TransactionAnswer,
  TransactionRequest,
} from '@palier/shared/contracts';
import { localDateTime, roleBelow, type MockAccount, type MockMovement, type MockWorld } from './world';

/** A refusal with the status and body of the server's answer. */
export class MockRefusal extends Error {
  readonly body: ErrorBody;
  constructor(
    readonly status: number,
    code: string,
    sentence: string,
    ...further: readonly string[]
  ) {
    super(sentence);
    this.body = { errors: [sentence, ...further], code };
  }
}

const toCents = (amount: number): number => Math.round(amount * 100);
export const toAmount = (cents: number): number => cents / 100;

export const notFound = (): MockRefusal => new MockRefusal(404, 'not-found', 'Compte introuvable.');

export const childrenOf = (world: MockWorld, parent: MockAccount): MockAccount[] =>
  world.accounts.filter(({ parentId }) => parentId === parent.id);

/** From `caller` to `account`; empty for an account that is not in the caller's subtree. */
export function branchOf(world: MockWorld, caller: MockAccount, account: MockAccount): MockAccount[] {
  if (account.id === caller.id) return [account];
  const parent = world.accounts.find(({ id }) => id === account.parentId);
  const above = parent === undefined ? [] : branchOf(world, caller, parent);
  return above.length === 0 ? [] : [...above, account];
}

/** A direct child of `caller`; throws 404 for any other account. */
export function childById(world: MockWorld, caller: MockAccount, id: string): MockAccount {
  const child = childrenOf(world, caller).find((account) => String(account.id) === id);
  if (child === undefined) throw notFound();
  return child;
}

function takeFrom(account: MockAccount, cents: number): void {
  if (account.balanceCents < cents) throw new MockRefusal(409, 'conflict', 'Le solde est insuffisant.');
  account.balanceCents -= cents;
}

interface Recorded extends Pick<MockMovement, 'type' | 'note' | 'reverses'> {
  readonly initiator: MockAccount;
  readonly receiver: MockAccount;
  readonly cents: number;
}

function record(world: MockWorld, { initiator, receiver, cents, ...movement }: Recorded): number {
  const date = localDateTime(new Date());
  const id = world.movements.length + 1;
  world.movements.push({
    id,
    date,
    initiatorId: initiator.id,
    receiverId: receiver.id,
    amountCents: cents,
    ...movement,
  });
  return id;
}

/** Effect of a movement on an account, in hundredths of TND; zero for movements of other accounts. */
export function effectOn(
  { id }: MockAccount,
  { initiatorId, receiverId, type, amountCents }: MockMovement,
): number {
  if (initiatorId !== id && receiverId !== id) return 0;
  const isGiven = !['WITHDRAWAL', 'BET', 'REVERSAL'].includes(type);
  return isGiven === (receiverId === id) ? amountCents : -amountCents;
}

/** Moves money between the caller and a direct child. */
export function transfer(
  world: MockWorld,
  caller: MockAccount,
  request: TransactionRequest,
): TransactionAnswer {
  const child = childrenOf(world, caller).find(({ username }) => username === request.receiverUsername);
  if (child === undefined) throw notFound();
  const cents = toCents(request.amount);
  const [from, to] = request.type === 'DEPOSIT' ? [caller, child] : [child, caller];
  takeFrom(from, cents);
  to.balanceCents += cents;
  const transactionId = record(world, {
    initiator: caller,
    receiver: child,
    type: request.type,
    cents,
    note: request.note,
  });
  return { agentNewBalance: toAmount(caller.balanceCents), transactionId };
}

const REVERSIBLE_MS = 30 * 60_000;

/** Whether a movement is a deposit that its agent may still take back. */
export const isReversible = (world: MockWorld, { id, type, date }: MockMovement): boolean =>
  type === 'DEPOSIT' &&
  Date.now() - Date.parse(date) < REVERSIBLE_MS &&
  !world.movements.some(({ reverses }) => reverses === id);

/** Takes the caller's own deposit back. */
export function reverse(world: MockWorld, caller: MockAccount, id: string): TransactionAnswer {
  const deposit = world.movements.find((one) => String(one.id) === id && one.initiatorId === caller.id);
  if (deposit === undefined) throw new MockRefusal(404, 'not-found', 'Mouvement introuvable.');
  if (!isReversible(world, deposit))
    throw new MockRefusal(409, 'already-reversed', 'Cet ajout ne peut plus être annulé.');
  const child = childById(world, caller, String(deposit.receiverId));
  takeFrom(child, deposit.amountCents);
  caller.balanceCents += deposit.amountCents;
  const transactionId = record(world, {
    initiator: caller,
    receiver: child,
    type: 'REVERSAL',
    cents: deposit.amountCents,
    reverses: deposit.id,
  });
  return { agentNewBalance: toAmount(caller.balanceCents), transactionId };
}

/**
 * Creates an account of the role below the caller's; returns the caller's new balance, in TND. Throws a
 * MockRefusal when there is no such role (403) or the balance is too low (409).
 */
export function register(world: MockWorld, caller: MockAccount, request: RegisterRequest): number {
  const roleName = roleBelow(caller.roleName);
  if (roleName === undefined)
    throw new MockRefusal(403, 'not-allowed', 'Vous ne pouvez pas créer de compte.');
  const { password, balance } = request;
  const username = request.username.trim().toLowerCase();
  const balanceCents = toCents(balance);
  takeFrom(caller, balanceCents);
  const id = Math.max(...world.accounts.map((account) => account.id)) + 1;
  const parentId = caller.id;
  const account = { id, username, password, roleName, parentId, balanceCents, isActive: true };
  world.accounts.push(account);
  record(world, { initiator: caller, receiver: account, type: 'USER_CREATION', cents: balanceCents });
  return toAmount(caller.balanceCents);
}

/** One round of the mocked game: a stake, and every third time twice the stake back. */
export function playRound(world: MockWorld, player: MockAccount, stake: number): { readonly won: number } {
  const cents = toCents(stake);
  takeFrom(player, cents);
  record(world, { initiator: player, receiver: player, type: 'BET', cents });
  const wonCents = world.movements.length % 3 === 0 ? cents * 2 : 0;
  if (wonCents > 0) {
    player.balanceCents += wonCents;
    record(world, { initiator: player, receiver: player, type: 'WIN', cents: wonCents });
  }
  world.pots.bronzeCounter += stake * 0.01;
  return { won: toAmount(wonCents) };
}

/** The player wins the bronze pot, which starts again; returns the message for the socket. */
export function winJackpot(world: MockWorld, player: MockAccount) {
  const prizeAmount = toAmount(toCents(world.pots.bronzeCounter));
  player.balanceCents += toCents(prizeAmount);
  record(world, {
    initiator: player,
    receiver: player,
    type: 'JACKPOT_WIN',
    cents: toCents(prizeAmount),
  });
  world.pots.bronzeCounter = 20;
  world.winCount += 1;
  return {
    prizeAmount,
    winId: world.winCount,
    tier: 'bronze' as const,
    winnerUsername: player.username,
    ...world.pots,
  };
}
