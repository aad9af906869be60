export const messages = {
  skip: 'Aller au contenu',
  balance: 'Solde',
  refresh: 'Actualiser le solde',
  logout: 'Déconnexion',
  find: 'Trouver un compte ou un écran',
  findGame: 'Trouver un jeu ou un écran',
  sections: 'Sections',
  menu: 'Menu principal',
  jackpot: 'Jackpot',
  footer: 'Palier · Jouez avec mesure · 18+',
} as const;

/** Labels without behaviour (section 1 of docs/spec-coverage.md). */
export const TABS = ['Sport', 'Casino', 'Live Casino', 'Virtual'] as const;
