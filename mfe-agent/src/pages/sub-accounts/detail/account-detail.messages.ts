export const messages = {
  movements: 'Derniers mouvements',
  loading: 'Chargement...',
  failed: "Les mouvements n'ont pas pu être lus.",
  empty: 'Aucun mouvement parmi les derniers événements.',
  showNews: 'Afficher les nouveautés',
  open: 'Ouvrir le compte',
  balanceAfter: 'solde après',
} as const;
