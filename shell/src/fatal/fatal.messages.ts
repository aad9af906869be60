export const messages = {
  title: 'Palier a rencontré un problème',
  text: "La page n'a pas pu être affichée. Vos soldes et vos mouvements ne sont pas touchés.",
  reload: 'Recharger la page',
  reset: "Rétablir les modules d'origine",
} as const;
