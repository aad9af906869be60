import type { NetworkReport } from '@palier/shared/contracts';

const countFormat = new Intl.NumberFormat('fr');

export const messages = {
  title: 'Réseau',
  titleOf: (username: string) => `Réseau de ${username}`,
  failed: "Le réseau n'a pas pu être lu. Veuillez réessayer.",
  empty: 'Aucune donnée disponible',
  path: 'Comptes au-dessus',
  table: 'Réseau par sous-compte',
  fileName: (username: string, { from, to }: NetworkReport) => `reseau-${username}-${from}-${to}`,
  period: ({ from, to, readAt }: NetworkReport) =>
    (from === to ? `Le ${from}` : `Du ${from} au ${to}`) +
    (to < readAt.slice(0, 10) ? '.' : `, jusqu'à ${readAt.slice(11, 16)}.`),
  name: 'Nom',
  received: 'Reçu',
  returned: 'Rendu',
  settlement: 'À régler',
  deposits: 'Dépôts',
  withdrawals: 'Retraits',
  net: 'Net',
  stakes: 'Mises',
  wins: 'Gains',
  grossGamingRevenue: 'Produit brut',
  jackpotPrizes: 'Jackpots',
  activePlayers: 'Actifs',
  total: 'Total',
  others: (accounts: number) =>
    `${countFormat.format(accounts)} ${accounts > 1 ? 'autres sous-comptes' : 'autre sous-compte'}`,
  count: (players: number) => countFormat.format(players),
  definitions: 'Comment lire ces chiffres',
  settlementTerms: [
    ['Reçu, Rendu', 'Entre le sous-compte et son compte supérieur direct.'],
    ['À régler', 'Reçu moins Rendu.'],
  ],
  playTerms: [
    [
      'Dépôts, Retraits',
      'Des joueurs, à tous les niveaux au-dessous\u00a0; Net est leur différence. ' +
        'Une correction est déduite le jour où elle est faite.',
    ],
    ['Mises', 'Mises des joueurs moins mises rendues.'],
    [
      'Produit brut',
      "Mises moins Gains. Les jackpots n'en sont pas déduits\u00a0: les cagnottes les paient.",
    ],
    ['Actifs', 'Joueurs avec au moins une mise dans la période.'],
  ],
} as const;
