export const messages = {
  skip: 'Aller au contenu',
  balance: 'Solde',
  refresh: 'Actualiser le solde',
  logout: 'Déconnexion',
  sections: 'Sections',
  menu: 'Menu principal',
  jackpot: 'Jackpot',
  footer: 'Palier · Jouez avec mesure · 18+',
} as const;

/** The header's tabs (section 1 of docs/spec-coverage.md): no behaviour attached. */
export const TABS = ['Sport', 'Casino', 'Live Casino', 'Virtual'] as const;
