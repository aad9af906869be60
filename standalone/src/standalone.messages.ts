export const messages = {
  bar: 'Module seul',
  roles: 'Rôle',
  chooseRole: 'Choisissez un rôle.',
  noScreen: "Ce module n'a pas d'écran pour ce rôle.",
  elsewhere: (path: string) => `${path} appartient à un autre module.`,
  firstScreen: "Revenir au premier écran d'ici",
  noServer:
    'Aucun serveur ne répond\u00a0: lancez «\u00a0npm start\u00a0» dans un autre terminal, ' +
    'ou ce module avec «\u00a0--mock\u00a0».',
  account: 'Compte',
  accountPassword: 'Mot de passe',
  signIn: 'Se connecter',
  crashed: (error: string) => `Cet écran a échoué\u00a0: ${error}. La console en dit plus.`,
  signInFailed: 'La connexion a échoué.',
  balance: 'Solde',
  mocked: 'Serveur simulé',
  answers: 'Réponses du serveur simulé',
  winJackpot: 'Gagner un jackpot',
  startAgain: 'Repartir de zéro',
} as const;
