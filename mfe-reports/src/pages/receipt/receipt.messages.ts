export const RECEIPT_BACK = { to: '/history', label: "Retour à l'historique" };

export const messages = {
  page: 'Reçu',
  title: (id: string) => `Reçu n°\u00a0${id}`,
  loading: 'Chargement...',
  failed: "Le reçu n'a pas pu être lu. Veuillez réessayer.",
  amount: 'Montant',
  type: 'Opération',
  date: 'Date',
  initiator: 'Agent',
  target: 'Compte',
  note: 'Note',
  balanceAfter: 'Votre solde après',
  reversedBy: 'Annulé par le',
  reverses: 'Annule le',
  number: (id: number) => `n°\u00a0${id}`,
  paper: 'Papier',
  share: 'Partager',
};
