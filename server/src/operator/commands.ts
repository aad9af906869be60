import { afterRestore } from './after-restore';
import { correct } from './correct';
import { createCapo } from './create-capo';
import { doctor } from './doctor';
import { freeze, unfreeze, unlock } from './freeze';
import { jackpot } from './jackpot';
import { migrateSchema } from './migrate-schema';
import { mint, repay } from './mint';
import type { OperatorCommand } from './operator-command';
import { findings, reconcile } from './reconcile';
import { redateFuture } from './redate-future';
import { setPassword } from './set-password';
import { settleRound } from './settle-round';
import { trialBalance } from './trial-balance';
import { verify } from './verify';

/** All commands, in the order of the usage. */
export const COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  migrate: migrateSchema,
  doctor,
  'after-restore': afterRestore,
  verify,
  'create-capo': createCapo,
  'set-password': setPassword,
  mint,
  repay,
  correct,
  freeze,
  unfreeze,
  unlock,
  'trial-balance': trialBalance,
  reconcile,
  findings,
  'settle-round': settleRound,
  jackpot,
  'redate-future': redateFuture,
};
