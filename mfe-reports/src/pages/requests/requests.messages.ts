import { formatMoment } from '@palier/shared/french-dates';

export const messages = {
  title: 'Demandes',
  loading: 'Chargement...',
  amount: 'Montant',
  note: 'Note (facultatif)',
  deposit: 'Demander un ajout',
  payout: 'Demander un retrait',
  balance: 'Demander du solde',
  nothingHeld:
    "Une demande de retrait ne bloque rien\u00a0: le montant reste dans votre solde jusqu'au paiement.",
  held:
    "Le montant d'une demande de retrait quitte votre solde tout de suite et reste réservé. " +
    'Il vous revient si la demande est refusée, retirée ou expirée.',
  notAboveZero: 'Le montant doit être supérieur à zéro.',
  notWhole: 'Le montant doit être un nombre valide.',
  aboveBalance: 'Le montant à retirer dépasse le solde disponible.',
  failed: "Aucune réponse n'est arrivée. Regardez si la demande est dans la liste avant de réessayer.",
  unread: "Vos demandes n'ont pas pu être lues.",
  sent: 'Demande envoyée.',
  own: 'Vos demandes',
  empty: 'Aucune demande.',
  reserved: 'réservé',
  asked: (age: string) => `Demandé ${age}`,
  seen: (at: string) => `Vu le ${formatMoment(at)}`,
  paid: (at: string) => `Payé le ${formatMoment(at)}`,
  refused: (reason: string) => `Refusé\u00a0: ${reason}`,
  withdrawn: 'Retirée',
  expired: 'Expirée',
  receipt: 'Reçu',
  withdraw: 'Retirer la demande',
  withdrawOf: (what: string) => `Retirer la demande\u00a0: ${what}`,
  notWithdrawn: "La demande n'a pas été retirée. Veuillez réessayer.",
  older: 'Plus anciennes',
};
