import type { LimitKind, LimitPeriod } from '@palier/shared/contracts/limits';
import { formatMoment } from '@palier/shared/french-dates';
import { formatAmount } from '@palier/shared/money';

const dinars = (amount: number): string => `${formatAmount(amount)}\u00a0DT`;

export const messages = {
  title: 'Jeu responsable',
  back: 'Accueil',
  about:
    'Vos gains sont toujours payés, et votre solde peut toujours être retiré par votre agent, ' +
    'quelles que soient vos limites.',
  loading: 'Chargement...',
  notRead: "Vos limites n'ont pas pu être lues.",
  failed: "La demande n'a pas pu être enregistrée. Veuillez réessayer.",
  limits: 'Mes limites',
  limitsAbout:
    'Une limite plus basse vaut aussitôt. Une limite plus haute, ou sa suppression, se confirme ' +
    '24\u00a0heures après la demande.',
  noLimits: "Vous n'avez fixé aucune limite.",
  kinds: {
    received: 'Argent reçu',
    lost: 'Pertes nettes',
    staked: 'Mises',
  } satisfies Record<LimitKind, string>,
  periods: {
    day: 'par jour',
    week: 'par semaine',
    month: 'par mois',
  } satisfies Record<LimitPeriod, string>,
  kind: 'Limiter',
  period: 'Période',
  amount: 'Montant (DT)',
  save: 'Fixer la limite',
  saving: 'Envoi...',
  saved: 'Limite fixée.',
  asked: 'Demande enregistrée. Confirmez-la ici dans 24\u00a0heures.',
  notAnAmount: 'Le montant doit être un nombre valide.',
  used: (used: number, amount: number) => `${dinars(Math.max(used, 0))} sur ${dinars(amount)}`,
  remove: 'Supprimer',
  askedFor: (amount: number | null, from: string) =>
    (amount === null ? 'Suppression demandée' : `${dinars(amount)} demandés`) +
    `, à confirmer à partir du ${formatMoment(from)}.`,
  confirm: 'Confirmer',
  pause: 'Faire une pause',
  pauseAbout:
    "Ni versement, ni lancement, ni mise jusqu'à la fin. Vous restez connecté. " +
    'Une pause ne peut pas être raccourcie.',
  pauses: [
    { hours: 24, text: '24\u00a0heures' },
    { hours: 7 * 24, text: '1\u00a0semaine' },
    { hours: 42 * 24, text: '6\u00a0semaines' },
  ],
  pauseQuestion: (text: string) => `Commencer une pause de ${text}\u00a0? Elle ne peut pas être raccourcie.`,
  pausedUntil: (until: string) => `Vous êtes en pause jusqu'au ${formatMoment(until)}.`,
  exclusion: "S'exclure du jeu",
  exclusionAbout:
    'Comme une pause, et vous ne pouvez plus vous connecter. ' +
    'Personne ne peut y mettre fin avant son terme. Votre agent vous rend votre solde.',
  exclusions: [
    { months: 6, text: '6\u00a0mois' },
    { months: 12, text: '1\u00a0an' },
    { months: 60, text: '5\u00a0ans' },
  ],
  exclusionQuestion: (text: string) =>
    `Vous exclure du jeu pendant ${text}\u00a0? Vous serez déconnecté, et personne ne pourra l'annuler.`,
  excludedUntil: (until: string) =>
    `Vous êtes exclu du jeu jusqu'au ${formatMoment(until)}. Vous allez être déconnecté.`,
} as const;
