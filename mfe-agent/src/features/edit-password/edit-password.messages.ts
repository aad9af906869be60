import type { SubAccountSummary } from '@palier/shared/contracts';

export const messages = {
  action: 'Modifier',
  heading: ({ username }: SubAccountSummary) => `Modifier\u00a0: ${username}`,
  password: 'Mot de passe',
  hint: 'Plus de 6 caractères, avec au moins 1 majuscule, 1 minuscule et 1 chiffre.',
  look: 'Voir la saisie',
  failed: 'Password change failed. Please try again.',
  what: (username: string) => `Mot de passe de ${username}`,
  done: 'modifié.',
  journal: 'Journal',
  sending: 'Envoi…',
};
