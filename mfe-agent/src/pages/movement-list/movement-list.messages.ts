import { formatMoment } from '@palier/shared/french-dates';
import { formatAmount } from '@palier/shared/money';
import type { TransferType } from '../../lib/transfer/transfer.rules';

const dinars = (amount: number): string => `${formatAmount(amount)}\u00a0DT`;
const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count}\u00a0${count > 1 ? several : one}`;
const MOVEMENTS: Record<TransferType, string> = { DEPOSIT: 'ajout', WITHDRAWAL: 'retrait' };

export const messages = {
  title: 'Plusieurs à la fois',
  movement: 'Mouvement',
  types: { DEPOSIT: 'Ajouter', WITHDRAWAL: 'Retirer' } satisfies Record<TransferType, string>,
  list: 'Liste à coller',
  hint: (most: number) =>
    `Un nom et un montant par ligne, copiés d'un tableur ou séparés par un espace. ${most} lignes au plus.`,
  check: 'Vérifier la liste',
  checking: 'Vérification...',
  empty: 'Collez au moins une ligne avec un nom et un montant.',
  tooMany: (count: number, most: number) =>
    `La liste compte ${count} lignes, et ${most} au plus sont possibles. Coupez-la en plusieurs listes.`,
  unread: "Les comptes n'ont pas pu être lus. Veuillez réessayer.",
  edit: 'Modifier la liste',
  checked: 'Liste vérifiée',
  ignoredTitle: (line: string) => `Ligne de titre, ignorée\u00a0: «\u00a0${line}\u00a0».`,
  willSend: (type: TransferType, count: number, total: number) =>
    `${counted(count, MOVEMENTS[type])}, ${dinars(total)} en tout.`,
  willLeaveOut: (count: number) =>
    count > 1 ? `${count} lignes ne seront pas envoyées.` : '1 ligne ne sera pas envoyée.',
  nothingToSend: 'Aucune ligne ne peut être envoyée. Modifiez la liste.',
  confirm: (type: TransferType, count: number) => `Envoyer ${counted(count, MOVEMENTS[type])}`,
  otherRun: 'Une autre liste est en cours dans un autre onglet. Terminez-la avant celle-ci.',

  line: 'Ligne',
  account: 'Compte',
  amount: 'Montant',
  accountBalance: 'Solde du compte',
  ownBalance: 'Votre solde',
  remarks: 'Remarques',
  result: 'Résultat',
  ready: 'Prête',
  notSent: 'Ne sera pas envoyée',
  becomes: 'devient',
  oneColumn: 'Il manque le nom ou le montant. Séparez-les par une tabulation, un point-virgule ou un espace.',
  tooManyColumns: (count: number) => `${count} colonnes\u00a0: gardez le nom et le montant.`,
  unknownName: "Aucun de vos sous-comptes directs n'a ce nom.",
  sameAccount: (line: number) => `Même compte que la ligne ${line}.`,
  inactive: 'Compte désactivé.',
  readAs: (amount: number) => `Montant lu\u00a0: ${dinars(amount)}.`,
  spent: (left: number) => `Votre solde s'épuise ici\u00a0: il reste ${dinars(left)}.`,
  dayLimit: (left: number) => `Votre limite du jour est atteinte ici\u00a0: il reste ${dinars(left)}.`,
  leastBalance: (least: number) => `Votre solde passerait sous le minimum de ${dinars(least)} ici.`,
  afterSpent: (line: number) => `Rien ne part après la ligne ${line}, où le solde ou la limite s'épuise.`,
  abovePerMovement: (limit: number) => `Au-dessus de votre limite de ${dinars(limit)} par ajout.`,
  aboveReceived: (left: number) =>
    `Ce joueur a limité ce qu'il reçoit\u00a0: il reste ${dinars(Math.max(left, 0))}.`,
  stopped: (kind: 'paused' | 'excluded', until: string) =>
    (kind === 'excluded' ? "Ce joueur s'est exclu du jeu" : 'Ce joueur est en pause') +
    ` jusqu'au ${formatMoment(until)}.`,

  progress: (done: number, count: number) => `${done} sur ${count}`,
  sending: 'Envoi en cours',
  paused: 'Envoi interrompu',
  finished: 'Liste terminée',
  stop: 'Faire une pause',
  resume: 'Reprendre',
  giveUp: 'Arrêter là',
  giveUpQuestion: (count: number) =>
    `Ne pas envoyer ${count > 1 ? `les ${count} lignes qui restent` : 'la ligne qui reste'}\u00a0?`,
  lost: 'La connexion est perdue. La reprise renvoie la ligne en suspens sans jamais la compter deux fois.',
  proofMissing: "Ces mouvements demandent une preuve que c'est bien vous. Reprenez pour la donner.",
  atReload:
    "L'envoi s'est interrompu. La reprise renvoie la ligne en suspens sans jamais la compter deux fois.",
  notGivenUp: "La ligne en suspens n'a pas pu être vérifiée. Réessayez quand la connexion est revenue.",
  tooOld: (line: number) =>
    `Cette liste a plus de six jours\u00a0: le résultat de la ligne ${line} n'est plus vérifiable ici. ` +
    "Regardez dans l'historique.",
  notKept: 'Ce navigateur ne garde rien\u00a0: ne fermez pas cette page avant la fin.',
  done: (type: TransferType, count: number, total: number) =>
    `${counted(count, MOVEMENTS[type])} effectué${count > 1 ? 's' : ''}, ${dinars(total)} en tout.`,
  refused: (count: number) => `${counted(count, 'ligne refusée', 'lignes refusées')}.`,
  unsent: (count: number) => `${counted(count, 'ligne non envoyée', 'lignes non envoyées')}.`,
  outcomes: {
    done: 'Effectué',
    refused: 'Refusé',
    sending: 'Envoi...',
    waiting: 'En attente',
    unknown: 'Résultat inconnu',
    notSent: 'Non envoyé',
  },
  receipt: 'Reçu',
  history: 'Historique',
  newList: 'Nouvelle liste',
  keepRest: 'Nouvelle liste des lignes non effectuées',
  pausedElsewhere: (done: number, count: number) =>
    `Plusieurs à la fois\u00a0: envoi interrompu, ${done} lignes sur ${count} sont passées.`,
  finishedElsewhere: 'Plusieurs à la fois\u00a0: liste terminée.',
  open: 'Ouvrir la liste',
};
