export const messages = {
  close: 'Fermer',
  remove: (filter: string) => `Retirer le filtre ${filter}`,
  saved: (name: string) => `Filtre enregistré ${name}`,
  unavailable: 'Les filtres sont indisponibles pour le moment.',
};
