import { addDays } from '@palier/shared/dates';
import { formatDay } from '@palier/shared/french-dates';
import { formatExact } from '@palier/shared/french-numbers';

export const messages = {
  title: 'Mes parties',
  back: 'Historique',
  resultNote: 'Le résultat est ce que la partie a ajouté à votre solde\u00a0: gains moins mises.',
  failed: "Vos parties n'ont pas pu être lues. Veuillez réessayer.",
  empty: 'Aucune partie pour le moment.',
  nextStep: 'Choisir un jeu',
  loading: 'Chargement...',
  older: 'Plus anciennes',
  newest: 'Les plus récentes',
  // Vendors do not say that a round was lost: until their log ends it, it may also be under way.
  open: 'Sans gain reçu',
  rolledBack: 'Annulée',
  jackpot: 'Jackpot',
  stake: (amount: number) => `mise ${formatExact(amount)}`,
  dayOf(date: string, today: string): string {
    if (date === today) return "Aujourd'hui";
    if (date === addDays(today, -1)) return 'Hier';
    return formatDay(date);
  },
} as const;
