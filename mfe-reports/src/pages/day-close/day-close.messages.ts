import type { DayClose } from '@palier/shared/contracts';
import { formatDay, formatMoment } from '@palier/shared/french-dates';
import { formatCount } from '@palier/shared/french-numbers';

export const messages = {
  title: 'Clôture du jour',
  // In large text the title breaks within its date.
  titleOf: ({ date }: DayClose) => `Clôture du ${formatDay(date)}`.replaceAll('\u00a0', ' '),
  date: 'Date',
  noDate: 'Choisissez une date.',
  presets: 'Jour',
  today: "Aujourd'hui",
  yesterday: 'Hier',
  failed: "La clôture n'a pas pu être lue. Veuillez réessayer.",
  reading: ({ isOver, readAt }: DayClose) =>
    isOver
      ? `Journée terminée, lue le ${formatMoment(readAt)}.`
      : `Journée en cours, chiffres du ${formatMoment(readAt)}.`,
  statement: 'Relevé de la journée',
  opening: "Solde d'ouverture",
  received: 'Ajouté par le compte supérieur',
  collected: 'Retiré aux sous-comptes',
  reversed: 'dont ajouts annulés',
  totalIn: 'Total en plus',
  distributed: 'Ajouté aux sous-comptes',
  returned: 'Retiré par le compte supérieur',
  totalOut: 'Total en moins',
  closing: 'Solde de clôture',
  movements: 'Mouvements',
  count: (movements: number) => formatCount(movements),
  subAccounts: 'Par sous-compte',
  name: 'Nom',
  added: 'Ajouté',
  withdrawn: 'Retiré',
  net: 'Net',
  total: 'Total',
  openHistory: "Ouvrir l'historique",
  empty: "Aucun sous-compte n'a bougé ce jour-là.",
  others: (accounts: number) =>
    `${formatCount(accounts)} ${accounts > 1 ? 'autres sous-comptes' : 'autre sous-compte'}`,
  drawnUp: (username: string, { readAt }: DayClose) => `Établi pour ${username} le ${formatMoment(readAt)}.`,
  signature: 'Nom et signature',
};
