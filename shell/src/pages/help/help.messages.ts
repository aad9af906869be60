import type { Role } from '@palier/shared/contracts';

interface Word {
  readonly word: string;
  readonly meaning: string;
}

interface HelpPart {
  readonly title: string;
  readonly roles?: readonly Role[];
  readonly words: readonly Word[];
}

const AGENTS: readonly Role[] = ['ROLE_CAPO', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN'];
const OVERSEERS: readonly Role[] = ['ROLE_CAPO', 'ROLE_SUPER_ADMIN'];
const PLAYERS: readonly Role[] = ['ROLE_CLIENT'];

export const messages = {
  title: 'Aide',
  back: 'Paramètres',
  search: 'Rechercher un mot',
  none: "Aucun mot trouvé. Essayez un mot plus court, ou effacez la recherche pour revoir toute l'aide.",
  clear: 'Effacer la recherche',
} as const;

/** The words of the screens, in the order in which a user meets them. */
export const HELP: readonly HelpPart[] = [
  {
    title: 'Argent',
    words: [
      { word: 'Solde', meaning: "L'argent de votre compte à cet instant, en dinars (TND, aussi écrit DT)." },
      {
        word: 'Mouvement',
        meaning:
          "Tout ce qui change un solde\u00a0: un ajout, un retrait, la création d'un compte, une mise, " +
          'un gain. Chaque mouvement a un numéro (n°) et le solde après lui.',
      },
      { word: 'Reçu', meaning: "La page d'un mouvement, à imprimer ou à partager." },
    ],
  },
  {
    title: 'Ajouter et retirer',
    roles: AGENTS,
    words: [
      { word: 'Ajouter', meaning: "De l'argent passe de votre solde à celui d'un sous-compte." },
      { word: 'Retirer', meaning: "De l'argent revient du solde d'un sous-compte au vôtre." },
      {
        word: 'Création de compte',
        meaning: "L'argent que vous mettez sur un compte en le créant. Il compte comme ajouté.",
      },
      {
        word: "Annuler l'ajout",
        meaning:
          "Reprend tout l'ajout, pendant 30 minutes et tant que le sous-compte a encore cet argent. " +
          "L'ajout et son annulation restent tous deux dans l'historique.",
      },
      {
        word: 'Note',
        meaning: 'Un texte que vous ajoutez à un mouvement. Le sous-compte ne la modifie pas.',
      },
      {
        word: 'Mouvements interrompus',
        meaning:
          "La réponse s'est perdue. La page demande au serveur ce que le mouvement est devenu et le " +
          "dit\u00a0: l'argent ne part jamais deux fois.",
      },
    ],
  },
  {
    title: 'Rapport et réseau',
    roles: AGENTS,
    words: [
      { word: 'In', meaning: 'Tout ce que vous avez ajouté à vos sous-comptes, créations comprises.' },
      { word: 'Out', meaning: 'Tout ce que vous leur avez retiré.' },
      { word: 'Net', meaning: 'In moins Out.' },
      {
        word: 'Réseau',
        meaning: 'Chaque sous-compte direct avec tout ce qui est sous lui, sur une période.',
      },
      {
        word: 'Ajouts annulés',
        meaning:
          "Réseau et la page d'un compte ne comptent ni l'ajout annulé ni son annulation. Rapport, " +
          "Transactions et la page Admin comptent les deux\u00a0: l'un ajouté, l'autre retiré.",
      },
      { word: 'À régler', meaning: "Ce qu'un sous-compte vous doit\u00a0: ajouté moins retiré." },
      { word: 'Mises, gains', meaning: "L'argent que les joueurs ont misé, et celui que les jeux ont payé." },
      { word: 'Produit brut', meaning: 'Mises moins mises rendues moins gains.' },
      { word: 'Joueurs avec mises', meaning: 'Les joueurs qui ont misé au moins une fois dans la période.' },
      {
        word: 'Clôture du jour',
        meaning: "Une journée de votre compte\u00a0: solde d'ouverture, ajouté, retiré, solde de clôture.",
      },
    ],
  },
  {
    title: 'Vérification',
    roles: OVERSEERS,
    words: [
      {
        word: 'Balance de vérification',
        meaning:
          "L'argent de votre réseau à cet instant, à côté de celui qui lui a été donné. " +
          "Sans écart, aucun argent ne manque et aucun n'est en trop.",
      },
      {
        word: 'En jeu',
        meaning: "Les mises qui ne sont pas revenues en gains\u00a0: l'argent gardé par les jeux.",
      },
    ],
  },
  {
    title: 'Comptes',
    roles: AGENTS,
    words: [
      { word: 'Sous-compte', meaning: 'Un compte que vous avez créé. Les comptes sous lui sont à lui.' },
      { word: 'Actif', meaning: "L'état d'un compte qui peut se connecter." },
      {
        word: 'Désactiver',
        meaning:
          'Le compte ne se connecte plus, et ses sessions ouvertes prennent fin. Son solde reste. ' +
          "Activer l'annule.",
      },
      {
        word: 'Journal',
        meaning: "Ce qui a été fait à un compte, par qui et quand. L'argent est dans l'historique.",
      },
    ],
  },
  {
    title: 'Jeux',
    roles: PLAYERS,
    words: [
      {
        word: 'Partie',
        meaning: "Une mise et ce qu'elle a donné. «\u00a0Mes parties\u00a0» les montre toutes.",
      },
      {
        word: 'Résultat',
        meaning: 'Gains moins mises. Les ajouts et les retraits de votre agent ne comptent pas.',
      },
      {
        word: 'Séance',
        meaning: "Le temps de jeu sans pause d'une demi-heure. Son résultat est dans la barre du jeu.",
      },
      {
        word: 'Retour au joueur',
        meaning: 'La part des mises que le jeu rend en gains, en moyenne et sur la durée.',
      },
      {
        word: 'Volatilité',
        meaning: 'Forte\u00a0: gains rares et grands. Faible\u00a0: gains fréquents et petits.',
      },
      { word: 'Reprendre', meaning: 'Vos derniers jeux, pour y revenir en une fois.' },
      {
        word: 'Ajouts et retraits',
        meaning: "L'argent que votre agent a mis sur votre compte, ou en a retiré.",
      },
    ],
  },
  {
    title: 'Jackpot',
    words: [
      {
        word: 'Bronze, argent, or',
        meaning:
          'Trois cagnottes. Chaque mise les fait grandir, sans frais pour le joueur. ' +
          'La mise qui atteint leur plafond secret gagne tout.',
      },
    ],
  },
  {
    title: 'Sécurité',
    words: [
      {
        word: 'Session',
        meaning: 'Une connexion sur un appareil. Dans Paramètres, vous pouvez terminer les autres.',
      },
      {
        word: 'Mot de passe',
        meaning:
          'Plus de 6 caractères, avec au moins 1 majuscule, 1 minuscule et 1 chiffre. ' +
          'Ne le donnez à personne.',
      },
    ],
  },
];
