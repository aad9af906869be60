export const messages = {
  heading: 'Clavier',
  label: "Raccourcis d'une seule touche",
  hint:
    "Une lettre, un chiffre ou un moins tapé hors d'un champ ouvre la recherche, et ? montre les " +
    'raccourcis. Ctrl K reste actif dans tous les cas. Ce réglage vaut pour ce navigateur.',
} as const;
