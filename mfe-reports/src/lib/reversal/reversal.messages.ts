export const messages = {
  reverse: "Annuler l'ajout",
  keep: "Garder l'ajout",
  question: (amount: string, username: string) => `Reprendre ${amount}\u00a0DT à ${username}\u00a0?`,
  done: (amount: string, username: string) => `Ajout annulé\u00a0: ${amount}\u00a0DT repris à ${username}.`,
  unknown: "Le résultat de l'annulation est inconnu. Regardez si l'historique la contient.",
};
