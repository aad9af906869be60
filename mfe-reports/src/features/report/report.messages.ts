export const messages = {
  title: 'Rapport',
  from: 'De',
  to: 'À',
  show: 'Afficher',
  in: 'In',
  out: 'Out',
  net: 'Net',
  failed: 'Failed to fetch report data',
  loading: 'Chargement...',
  empty: 'Aucune donnée disponible',
  presets: 'Période',
};
