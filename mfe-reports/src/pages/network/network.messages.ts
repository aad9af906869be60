import type { NetworkReport } from '@palier/shared/contracts';
import { formatPeriod, formatShortPeriod } from '@palier/shared/french-dates';
import { formatCount } from '@palier/shared/french-numbers';

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const WITH_STAKES = 'Joueurs avec mises';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const MINUTES_OF_HOUR = 60;

/** « 40 s », « 12 min » or « 3 h 05 ». */
function formatWait(waitS: number): string {
  if (waitS < MINUTE_S) return `${waitS}\u00a0s`;
  if (waitS < HOUR_S) return `${Math.round(waitS / MINUTE_S)}\u00a0min`;
  const minutes = Math.round(waitS / MINUTE_S);
  const rest = String(minutes % MINUTES_OF_HOUR).padStart(2, '0');
  return `${Math.floor(minutes / MINUTES_OF_HOUR)}\u00a0h\u00a0${rest}`;
}

export const messages = {
  wait: 'Attente (demandes)',
  answers: 'Demandes traitées',
  waitSeconds: 'Attente moyenne (s)',
  waited: (averageWaitS: number, answers: number) => `${formatWait(averageWaitS)} (${answers})`,
  title: 'Réseau',
  titleOf: (username: string) => `Réseau de ${username}`,
  failed: "Le réseau n'a pas pu être lu. Veuillez réessayer.",
  empty: 'Aucune donnée disponible',
  createFirst: 'Créer un premier compte',
  path: 'Comptes au-dessus',
  table: 'Réseau par sous-compte',
  fileName: (username: string, { from, to }: NetworkReport) => `reseau-${username}-${from}-${to}`,
  period: (network: NetworkReport) =>
    capitalised(formatPeriod(network)) +
    (network.to < network.readAt.slice(0, 10) ? '' : `, chiffres à ${network.readAt.slice(11, 16)}`),
  withoutReversals: 'Sans les ajouts annulés.',
  choosePeriod: 'Choisir la période',
  before: formatShortPeriod,
  name: 'Nom',
  received: 'Ajouté',
  returned: 'Retiré',
  settlement: 'À régler',
  net: 'Net',
  ofPlayers: {
    deposits: 'Joueurs\u00a0: ajouté',
    withdrawals: 'Joueurs\u00a0: retiré',
    net: 'Joueurs\u00a0: net',
  },
  stakes: 'Mises',
  wins: 'Gains',
  grossGamingRevenue: 'Produit brut',
  jackpotPrizes: 'Jackpots',
  activePlayers: WITH_STAKES,
  total: 'Total',
  others: (accounts: number) =>
    `${formatCount(accounts)} ${accounts > 1 ? 'autres sous-comptes' : 'autre sous-compte'}`,
  count: (players: number) => formatCount(players),
  detailOf: (name: string) => `Tous les chiffres de ${name}`,
  sort: 'Trier',
  sortBy: (title: string) => `Trier\u00a0: ${title}`,
  definitions: 'Comment lire ces chiffres',
  settlementTerms: [
    [
      'Ajouté, Retiré',
      'Par vous ou par le compte du réseau affiché, à son sous-compte direct. Une correction est déduite ' +
        'le jour où elle est faite.',
    ],
    ['À régler', 'Ajouté moins Retiré.'],
    [
      'Joueurs\u00a0: ajouté, retiré, net',
      'Aux joueurs, à tous les niveaux au-dessous\u00a0; Net est la différence.',
    ],
  ],
  clientTerms: [
    [
      'Ajouté, Retiré',
      'Aux joueurs\u00a0; Net est leur différence. Une correction est déduite le jour où elle est faite.',
    ],
  ],
  playTerms: [
    ['Mises', 'Mises des joueurs moins mises rendues.'],
    [
      'Produit brut',
      "Mises moins Gains. Les jackpots n'en sont pas déduits\u00a0: les cagnottes les paient.",
    ],
    [WITH_STAKES, 'Joueurs avec au moins une mise dans la période.'],
    ['La colonne qui porte des dates', 'Le même chiffre pour la période précédente, de même longueur.'],
  ],
} as const;
