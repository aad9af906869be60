import type { TrialBalance } from '@palier/shared/contracts';
import { formatMoment } from '@palier/shared/french-dates';
import { formatExact } from '@palier/shared/french-numbers';

export const messages = {
  title: 'Balance de vérification',
  network: 'Réseau par période',
  refresh: 'Actualiser',
  failed: "La balance n'a pas pu être lue. Veuillez réessayer.",
  empty: 'Aucune donnée disponible',
  createFirst: 'Créer un premier compte',
  readAt: ({ readAt }: TrialBalance) => `Comptée le ${formatMoment(readAt)}.`,
  table: 'Comptes un par un',
  equality: "L'égalité des comptes",
  plus: 'plus',
  minus: 'moins',
  equals: 'égale',
  differs: 'diffère de',
  name: 'Nom',
  own: 'Solde propre',
  below: 'Sous-comptes',
  total: 'Total',
  inPlay: 'En jeu',
  issued: 'Émis',
  withdrawn: 'Retiré',
  check: 'Contrôle',
  balanced: 'Équilibrée',
  gap: (gap: number) => `Écart ${formatExact(gap)}`,
  wholeOf: (username: string) => `${username} (ensemble)`,
  broken:
    'Les comptes ne sont pas équilibrés\u00a0: prévenez votre exploitant, qui recomptera le grand livre.',
};
