import type { SubAccountSummary } from '@palier/shared/contracts';
import { formatAmount } from '@palier/shared/money';

export const messages = {
  action: 'Retirer',
  /** Section 2 of docs/spec-coverage.md: the target's balance followed by DT. */
  heading: ({ username, balance }: SubAccountSummary) =>
    `Retirer\u00a0: ${username} (${formatAmount(balance)}\u00a0DT)`,
};
