import {
  createCapo,
  endSessions,
  freeze,
  proofAbove,
  resetFactor,
  setPassword,
  unfreeze,
  unlock,
} from './accounts';
import { afterRestore, correctFutureDatesCommand, migrateSchema } from './database-upkeep';
import { doctor } from './doctor';
import { findings } from './findings';
import { jackpot } from './jackpot';
import { correct, mint, repay } from './money';
import { limits, protection } from './limits';
import type { OperatorCommand } from './operator-command';
import { reconcile } from './reconcile';
import { requireFactor } from './require-factor';
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
  'end-sessions': endSessions,
  'reset-factor': resetFactor,
  'proof-above': proofAbove,
  'require-factor': requireFactor,
  mint,
  repay,
  correct,
  freeze,
  unfreeze,
  unlock,
  limits,
  protection,
  'trial-balance': trialBalance,
  reconcile,
  findings,
  'settle-round': settleRound,
  jackpot,
  'redate-future': correctFutureDatesCommand,
};
