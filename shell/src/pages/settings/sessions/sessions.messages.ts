export const messages = {
  heading: 'Sessions',
  journal: 'Journal',
  lastSignIn: (date: string) => `Dernière connexion, hors celle-ci\u00a0: ${date}`,
  // Sign-ins are kept for 180 days, and the account may be younger.
  noOtherSignIn: 'Aucune autre connexion connue, sur 180 jours au plus.',
  loading: 'Chargement...',
  failed: "Les sessions n'ont pas pu être lues.",
  list: 'Sessions ouvertes',
  current: 'Cette session',
  unknown: 'Appareil inconnu',
  startedAt: 'Ouverte le',
  lastUsedAt: 'Utilisée vers le',
  end: 'Terminer',
  endQuestion: (device: string) => `Terminer la session ${device}\u00a0? Cet appareil devra se reconnecter.`,
  endOthers: 'Terminer toutes les autres sessions',
  endOthersQuestion: (count: number) =>
    count === 1
      ? "Terminer l'autre session\u00a0? Cet appareil devra se reconnecter\u00a0; celui-ci reste connecté."
      : `Terminer les ${count} autres sessions\u00a0? Ces appareils devront se reconnecter\u00a0; ` +
        'celui-ci reste connecté.',
  notListed: (count: number) =>
    count === 1 ? 'Et une autre, plus ancienne.' : `Et ${count} autres, plus anciennes.`,
  ended: (count: number) => (count === 1 ? 'Session terminée.' : `${count} sessions terminées.`),
  noneEnded: "Il n'y avait plus d'autre session.",
  endFailed: "La session n'a pas pu être terminée. Veuillez réessayer.",
};
