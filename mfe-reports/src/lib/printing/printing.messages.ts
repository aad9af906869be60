const BACK: readonly (readonly [path: RegExp, text: string])[] = [
  [/^\/(history|reportItem)\b/, "Retour à l'historique"],
  [/^\/transaction\b/, 'Retour aux transactions'],
  [/^\/report\b/, 'Retour au rapport'],
  [/^\/admin\/\d+/, 'Retour au compte'],
  [/^\/admin\b/, 'Retour aux sous-comptes'],
];

export const messages = {
  back: (address: string) => BACK.find(([path]) => path.test(address))?.[1] ?? 'Retour',
  print: 'Imprimer',
  printedFor: (username: string) => `Établi pour ${username}.`,
  filtered: (filter: string) => `Filtre\u00a0: ${filter}`,
};
