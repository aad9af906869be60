export const standaloneMessages = {
  bar: 'Module seul',
  roles: 'Rôle',
  chooseRole: 'Choisissez un rôle.',
  noScreen: "Ce module n'a pas d'écran pour ce rôle.",
  elsewhere: (path: string) => `${path} appartient à un autre module.`,
  firstScreen: "Revenir au premier écran d'ici",
  noServer:
    'Aucun serveur ne répond : lancez « npm start » dans un autre terminal, ou ce module avec « --mock ».',
  signInFailed: 'La connexion a échoué.',
  balance: 'Solde',
  mocked: 'Serveur simulé',
  answers: 'Réponses du serveur simulé',
  winJackpot: 'Gagner un jackpot',
  startAgain: 'Repartir de zéro',
} as const;
