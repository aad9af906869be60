import type { SubAccountSummary } from '@palier/shared/contracts';

export const messages = {
  action: 'Modifier',
  heading: ({ username }: SubAccountSummary) => `Modifier : ${username}`,
  password: 'Mot de passe',
  hint: 'Plus de 6 caractères, avec au moins 1 majuscule, 1 minuscule et 1 chiffre.',
  failed: 'Password change failed. Please try again.',
  journal: 'Journal',
  sending: 'Envoi…',
};
