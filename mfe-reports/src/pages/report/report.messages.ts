import type { ReportDay } from '@palier/shared/contracts';
import { formatDay, formatPeriod } from '@palier/shared/french-dates';
import { formatAmount } from '@palier/shared/money';

export const messages = {
  requests: 'Demandes',
  title: 'Rapport',
  network: 'Réseau',
  dayClose: 'Clôture du jour',
  trialBalance: 'Balance de vérification',
  round: 'Partie',
  roundNumber: 'Partie n°',
  showRound: 'Voir la partie',
  notANumber: "Saisissez le numéro d'une partie, en chiffres.",
  from: 'De',
  to: 'À',
  in: 'In',
  out: 'Out',
  net: 'Net',
  terms:
    'In\u00a0: ajouté à vos sous-comptes. Out\u00a0: retiré, ajouts annulés compris. ' +
    'Net\u00a0: In moins Out.',
  failed: 'Failed to fetch report data',
  daysFailed: "Le détail par jour n'a pas pu être lu. Veuillez réessayer.",
  loading: 'Chargement...',
  shown: 'Rapport affiché.',
  empty: 'Aucune donnée disponible',
  day: 'Date',
  daily: 'In, Out et Net par jour',
  details: 'Chiffres par jour',
  total: 'Total',
  tooLong: 'Le détail par jour couvre 366 jours au plus.',
  fileName: ({ from, to }: { from: string; to: string }) => `rapport-${from}-${to}`,
  chartLabel: (period: { from: string; to: string }) =>
    `In, Out et Net par jour, ${formatPeriod(period)}\u00a0; les mêmes chiffres suivent dans un tableau.`,
  dayFigures: ({ date, totalIn, totalOut, totalNet }: ReportDay) =>
    `${formatDay(date)}\u00a0: In ${formatAmount(totalIn)}, Out ${formatAmount(totalOut)}, ` +
    `Net ${formatAmount(totalNet)}`,
};
