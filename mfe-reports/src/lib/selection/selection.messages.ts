export const messages = {
  title: 'Filtrer les mouvements',
  periods: 'Période',
  amount: 'Montant exact',
  more: 'Autres critères',
  from: 'Du',
  to: 'Au',
  kind: 'Type',
  everyKind: 'Tous',
  amountFrom: 'Montant à partir de',
  amountTo: "Montant jusqu'à",
  account: 'Compte',
  number: 'Numéro',
  search: 'Chercher',
  notAnAmount: 'Le montant doit être un nombre valide.',
  clear: (count: number) => `Effacer les critères (${count})`,
  count: (total: number) => `${total.toLocaleString('fr')} ${total > 1 ? 'mouvements' : 'mouvement'}`,
  credited: 'Crédits',
  debited: 'Débits',
  examinedFrom: (date: string) =>
    `La recherche s'arrête au ${date}\u00a0: la période a trop de mouvements. ` +
    'Réduisez-la pour chercher plus loin.',
};
