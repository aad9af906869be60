export const messages = {
  title: 'Journal',
  date: 'Date',
  entry: 'Événement',
  actor: 'Par',
  product: 'Palier',
  oneself: 'Vous',
  empty: 'Aucun événement',
  nothingYet: 'Les connexions et les changements du compte seront ici.',
  loading: 'Chargement...',
  failed: "Le journal n'a pas pu être lu.",
  lastSignIn: (date: string) => `Dernière connexion\u00a0: ${date}`,
  noSignIn: 'Aucune connexion enregistrée (elles sont gardées 180 jours).',
  lastOtherSignIn: (date: string) => `Dernière connexion, hors celle-ci\u00a0: ${date}`,
  noOtherSignIn: 'Aucune autre connexion depuis 180 jours.',
  newest: 'Les plus récents',
  older: 'Plus anciens',
  parts: 'Parties du journal',
};

export const entryTexts: Readonly<Record<string, string>> = {
  'account-created': 'Compte créé',
  activated: 'Compte activé',
  deactivated: 'Compte désactivé',
  'password-changed': 'Mot de passe changé',
  'signed-in': 'Connexion',
  'signed-out': 'Déconnexion',
  frozen: 'Compte bloqué',
  unfrozen: 'Compte débloqué',
  'login-unlocked': 'Connexion débloquée',
  'transfer-corrected': 'Mouvement corrigé',
  repaid: 'Remboursement',
  'factor-added': 'Double authentification ajoutée',
  'factor-removed': 'Double authentification retirée',
  'factor-reset-asked': 'Retrait de la double authentification demandé',
  'factor-reset-withdrawn': 'Retrait de la double authentification annulé',
  'recovery-codes-made': 'Nouveaux codes de secours',
  'proof-sum-set': 'Somme à confirmer par un code modifiée',
  'limits-changed': 'Limites des ajouts changées',
  'own-limit-set': 'Limite personnelle fixée',
  'own-limit-asked': 'Limite personnelle plus haute demandée',
  paused: 'Pause du jeu',
  excluded: 'Exclusion du jeu',
};

export const endedText = (count: number): string =>
  count === 1 ? '1 session terminée' : `${count} sessions terminées`;

export const reasonTexts: Readonly<Record<string, string>> = {
  deactivated: 'compte désactivé',
  frozen: 'compte bloqué',
  excluded: 'exclusion du jeu',
  'password-changed': 'mot de passe changé',
  'refresh-replayed': 'jeton utilisé deux fois',
  inactive: 'inactivité',
  'factor-changed': 'double authentification modifiée',
  'ended-by-operator': "par l'exploitant",
  replaced: 'trop de sessions à la fois',
};
