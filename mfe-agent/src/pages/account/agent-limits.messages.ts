import { formatAmount } from '@palier/shared/money';

export const messages = {
  title: 'Limites des ajouts',
  open: 'Limites',
  about:
    'Ce que ce compte peut ajouter à ses sous-comptes. Un champ vide\u00a0: pas de limite. ' +
    'Les retraits ne sont jamais limités, mais la double authentification vaut aussi pour eux.',
  perMovement: 'Par ajout (DT)',
  perDay: 'Par jour (DT)',
  leastBalance: 'Solde minimal à garder (DT)',
  proofAbove: 'Double authentification au-dessus de (DT)',
  ofRole: (amount: number) => `L'exploitant fixe ${formatAmount(amount)}\u00a0DT\u00a0; le plus strict vaut.`,
  save: 'Enregistrer',
  saving: 'Envoi...',
  saved: 'Limites enregistrées.',
  loading: 'Chargement...',
  notRead: "Les limites n'ont pas pu être lues.",
  failed: "Les limites n'ont pas pu être enregistrées. Veuillez réessayer.",
  notAnAmount: 'Le montant doit être un nombre valide.',
};
