export const messages = {
  account: 'Compte',
  create: 'Créer un utilisateur',
  edit: 'Modifier',
  journal: 'Journal',
  movementList: 'Plusieurs à la fois',
  back: 'Back',
  loading: 'Chargement...',
  confirmDeactivation: (username: string) => `Désactiver ${username}\u00a0?`,
  undo: 'Annuler',
  endedSessions: (username: string) =>
    `${username}\u00a0: ses sessions sont terminées et le restent si vous annulez.`,
  activated: 'Activation avec succès',
  deactivated: 'Désactivation avec succès',
  updateFailed: "Erreur lors de la mise à jour de l'utilisateur.",
};
