import type { SubAccountSummary } from '@palier/shared/contracts';

export const messages = {
  action: 'Ajouter',
  heading: ({ username }: SubAccountSummary) => `Ajouter\u00a0: ${username}`,
};
