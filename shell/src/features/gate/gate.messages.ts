export const gateMessages = {
  noNetwork: "Pas de réseau. La page s'affichera à son retour.",
};
