export const messages = {
  action: 'Ajouter',
  heading: (username: string) => `Ajouter : ${username}`,
  loading: 'Chargement...',
};
