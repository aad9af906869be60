const KIND_VERBS = { DEPOSIT: 'Ajouter', WITHDRAWAL: 'Retirer' } as const;
const KIND_LINKS = { DEPOSIT: 'à', WITHDRAWAL: 'de' } as const;
const KIND_NAMES = { DEPOSIT: 'Ajouts', WITHDRAWAL: 'Retraits' } as const;

type Kind = keyof typeof KIND_VERBS;

/** « 12.5 » as French texts write it. */
const decimalText = (decimal: string): string => decimal.replace('.', ',');

export const messages = {
  title: 'Trouver un compte ou un écran',
  titleOfPlayer: 'Trouver un jeu ou un écran',
  field: 'Compte, montant ou écran',
  fieldOfPlayer: 'Jeu, date ou écran',
  placeholder: 'nadia 50, retrait 50 nadia, 120 hier, n° 668...',
  placeholderOfPlayer: "Nom d'un jeu, hier, n° 668...",
  hint: "Un nom ouvre le compte, un nom et un montant remplissent l'ajout, un n° ouvre la partie.",
  hintOfPlayer: "Le nom d'un jeu l'ouvre, une date montre vos parties.",
  loading: 'Recherche...',
  failed: "La recherche n'a pas abouti. Veuillez réessayer.",
  none: 'Aucun compte ni écran trouvé',
  noneForPlayer: 'Aucun jeu ni écran trouvé',
  found: (count: number) => `${count} ${count > 1 ? 'résultats' : 'résultat'}`,
  chooseAccount: (name: string) =>
    `Aucun compte ne s'appelle exactement «\u00a0${name}\u00a0»\u00a0: choisissez-le avec ↑ ou ↓.`,
  chooseNamed: 'Le texte peut nommer un autre compte\u00a0: choisissez-le avec ↑ ou ↓.',
  choose: 'Choisissez un résultat avec ↑ ou ↓.',
  results: 'Résultats',
  accounts: 'Comptes',
  movementsGroup: 'Mouvements',
  rounds: 'Parties',
  games: 'Jeux',
  screens: 'Écrans',
  transfer: (kind: Kind, amount: string | null, username: string) =>
    [KIND_VERBS[kind], ...(amount === null ? [] : [String(Number(amount))]), KIND_LINKS[kind], username].join(
      ' ',
    ),
  payee: (username: string) => `Ajouter à ${username}`,
  lastMovement: (sign: string, amount: string, date: string) =>
    `Dernier mouvement\u00a0: ${sign}${amount}\u00a0DT, ${date}`,
  movements: (kind: Kind | null, amount: string | null, days: string | undefined) => {
    const name = kind === null ? 'Mouvements' : KIND_NAMES[kind];
    const what = amount === null ? name : `${name} de ${decimalText(amount)}\u00a0DT`;
    return days === undefined ? what : `${what}, ${days}`;
  },
  movementsOf: (username: string, days: string) => `Mouvements de ${username}, ${days}`,
  networkOf: (username: string, days: string) => `Réseau de ${username}, ${days}`,
  movement: (number: number) => `Mouvement n°\u00a0${number}`,
  round: (number: string) => `Partie n°\u00a0${number}`,
  notAboveZero: 'Le montant doit être supérieur à zéro.',
  notWhole: 'Le montant doit être un nombre valide.',
  inactive: 'Inactif',
  close: 'Fermer',
  retry: 'Réessayer',
  enterKey: 'Entrée',
  lineKey: (number: number) => `Alt ${number}`,
  shortcutsTitle: 'Raccourcis',
  shortcuts: [
    ['Ctrl K', 'Trouver'],
    ['A–Z 0–9 −', 'Trouver, hors des champs et des jeux'],
    ['?', 'Afficher les raccourcis'],
    ['↑ ↓', 'Choisir un résultat'],
    ['Entrée', 'Ouvrir le résultat'],
    ['Alt 1–9', 'Ouvrir le résultat de ce numéro'],
    ['Échap', 'Fermer'],
  ],
  examplesTitle: 'Ce que la recherche comprend',
  examples: [
    ['nadia 50', 'remplit un ajout de 50'],
    ['retrait 50 nadia', 'ou -50 nadia, remplit un retrait'],
    ['120 hier', 'les mouvements de 120 de la veille'],
    ['27/11', 'les mouvements et les rapports du jour'],
    ['nadia semaine dernière', 'de lundi à dimanche'],
    ['n° 668', 'le mouvement ou la partie'],
  ],
  roles: {
    ROLE_CAPO: 'Capo',
    ROLE_SUPER_ADMIN: 'Super admin',
    ROLE_ADMIN: 'Admin',
    ROLE_CLIENT: 'Client',
  },
  journal: 'Journal de votre compte',
} as const;
