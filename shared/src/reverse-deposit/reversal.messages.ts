export const messages = {
  reverse: "Annuler l'ajout",
  keep: "Garder l'ajout",
  question: (amount: string, username: string) => `Annuler l'ajout de ${amount}\u00a0DT à ${username}\u00a0?`,
  done: (amount: string, username: string) => `Ajout annulé\u00a0: ${amount}\u00a0DT retirés à ${username}.`,
  unknown: "Le résultat de l'annulation est inconnu. Regardez si l'historique la contient.",
};
