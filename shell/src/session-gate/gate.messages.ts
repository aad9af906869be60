export const messages = {
  noNetwork: "Pas de réseau. La page s'affichera à son retour.",
};
