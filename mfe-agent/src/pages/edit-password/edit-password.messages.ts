import type { SubAccountSummary } from '@palier/shared/contracts';

export const messages = {
  heading: ({ username }: SubAccountSummary) => `Modifier\u00a0: ${username}`,
  name: 'Nom',
  showPassword: 'Afficher le mot de passe',
  failed: 'Password change failed. Please try again.',
  subject: (username: string) => `Mot de passe de ${username}`,
  done: 'modifié.',
  journal: 'Journal',
  sending: 'Envoi...',
};
