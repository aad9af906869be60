import type { RefusalCode } from './refusal-status';

/**
 * The texts of all refusals of movements, stakes and launches, and of sign-ins to closed accounts. A name is
 * a code, or a code and a variant of its text. Each text says what happened, then what to do. `{…}` is a
 * value. docs/refusals.md lists them with their tests; `npm run verify documents` compares it with this file.
 */
export const REFUSAL_TEXTS = {
  'insufficient-funds/deposit':
    'Le montant à ajouter dépasse votre solde disponible. ' +
    'Saisissez un montant plus petit, ou demandez un versement à votre agent.',
  'insufficient-funds/withdrawal':
    'Le montant à retirer dépasse le solde disponible. Saisissez un montant plus petit.',
  'insufficient-funds/creation':
    'Le montant dépasse votre solde disponible. ' +
    'Saisissez un montant plus petit, ou créez le compte sans montant.',
  'balance-limit': 'Le solde maximal du compte serait dépassé. Saisissez un montant plus petit.',
  'account-frozen': "Le compte est bloqué. Adressez-vous à l'exploitant, qui peut le débloquer.",
  'movement-limit':
    'Le montant dépasse votre limite de {amount} par ajout. ' +
    'Saisissez un montant plus petit, ou demandez à votre agent de relever la limite.',
  'day-limit':
    'Le montant dépasse votre limite du jour\u00a0: il vous reste {amount} à ajouter. ' +
    'Continuez demain, ou demandez à votre agent de relever la limite.',
  'least-balance':
    'Votre solde passerait sous le minimum de {amount} fixé par votre agent. ' +
    'Saisissez un montant plus petit, ou demandez un versement.',
  'received-limit':
    "Ce joueur a limité ce qu'il reçoit\u00a0: il reste {amount}. Saisissez ce montant au plus.",
  'player-paused':
    "Ce joueur est en pause\u00a0: il ne reçoit rien jusqu'à la fin. Vous pouvez lui retirer son solde.",
  'player-excluded':
    "Ce joueur s'est exclu du jeu\u00a0: il ne reçoit rien jusqu'à la fin. Rendez-lui son solde.",
  'not-found/receiver':
    'Compte introuvable. Choisissez le destinataire dans la liste de vos sous-comptes directs.',
  'not-found/movement': "Mouvement introuvable. Vérifiez son numéro dans l'historique.",
  'not-found/request': 'Demande introuvable. Relisez les demandes en cours.',
  'invalid-input/request-amount':
    'Le montant doit être celui de la demande. Payez-la telle quelle, ou refusez-la avec un motif.',
  'invalid-input/payout':
    'Seul un joueur peut demander un retrait. Demandez du solde, ou adressez-vous à votre agent.',
  'conflict/request-open':
    'Vous avez déjà une demande de ce type en cours. Retirez-la pour en faire une autre.',
  'conflict/request-paid':
    "Cette demande a déjà été payée. Vérifiez l'historique avant d'envoyer autre chose.",
  'conflict/request-refused': 'Cette demande a été refusée. Demandez-en une autre.',
  'conflict/request-withdrawn': 'Cette demande a été retirée. Relisez les demandes en cours.',
  'conflict/request-expired': 'Cette demande a expiré. Faites-en une autre.',
  'already-reversed':
    "Cet ajout a déjà été annulé ou corrigé. Vérifiez l'historique du compte avant d'y retirer autre chose.",
  'too-late':
    'Un ajout ne peut être annulé que pendant 30 minutes. ' +
    "Retirez le montant au compte, ou adressez-vous à l'exploitant.",
  'money-spent':
    "Le compte n'a plus ce montant\u00a0: l'ajout ne peut plus être annulé. Retirez ce qui reste.",
  'not-a-deposit': 'Seul un ajout peut être annulé. Pour rendre un retrait, ajoutez le montant au compte.',
  'invalid-idempotency':
    "Cette clé d'idempotence a déjà servi à une autre demande. Refaites la demande sous une autre clé.",
  abandoned: "Cette demande a été abandonnée avant d'arriver. Rien n'a été fait\u00a0; veuillez la refaire.",
  unauthenticated: 'Votre session a expiré. Veuillez vous reconnecter.',
  'not-allowed':
    "Vous n'avez pas le droit d'effectuer cette action. Connectez-vous avec un compte qui en a le droit.",
  'password-change-required':
    "Votre mot de passe a été choisi par quelqu'un d'autre. Veuillez le changer pour continuer.",
  'factor-enrolment-required':
    'Une double authentification est obligatoire pour ce compte. Ajoutez-la dans Paramètres pour continuer.',
  'proof-required': "Confirmez d'abord que c'est bien vous, puis refaites la demande.",
  'factor-missing':
    'Ce montant dépasse la somme à partir de laquelle la double authentification est nécessaire. ' +
    'Ajoutez-la dans Paramètres.',
  'too-many': 'Trop de demandes. Veuillez patienter.',
  unavailable: 'Le service est momentanément indisponible. Veuillez réessayer.',
  'not-found/game': "Ce jeu n'est pas disponible. Choisissez un autre jeu.",
  'unavailable/games': 'Les jeux sont momentanément indisponibles. Veuillez réessayer.',
  'unavailable/address':
    "L'adresse de ce jeu a été refusée\u00a0: elle n'est pas sûre. Choisissez un autre jeu.",
  'account-closed/deactivated': 'Ce compte est désactivé. Adressez-vous à {agent}, qui peut le réactiver.',
  'launch-stopped/paused':
    "Vous êtes en pause jusqu'au {until}. Votre solde reste à vous\u00a0: demandez un retrait à votre agent.",
  'launch-stopped/excluded':
    "Vous êtes exclu du jeu jusqu'au {until}. Demandez le retrait de votre solde à votre agent.",
  'limit-not-due':
    "Une limite plus haute se confirme 24 heures après la demande. Revenez à l'heure indiquée.",
  'account-closed/excluded':
    "Vous êtes exclu du jeu jusqu'au {until}. Adressez-vous à {agent} pour retirer votre solde.",
  'account-closed/frozen': "Ce compte est bloqué par l'exploitant. Adressez-vous à {agent}.",
} as const satisfies Partial<Record<RefusalCode | `${RefusalCode}/${string}`, string>>;

export type RefusalName = keyof typeof REFUSAL_TEXTS;

/**
 * The texts of refused stakes, by the ledger's reason. The player's page gets code and text by its socket,
 * and the vendor gets the answer of docs/providers.md. A stake that repeats a used id causes no text, because
 * the player has read it already.
 */
export const STAKE_TEXTS = {
  'stake/funds': 'Mise refusée\u00a0: elle dépasse votre solde. Misez moins, ou demandez un versement.',
  'stake/limit': 'Mise refusée\u00a0: le solde maximal serait dépassé. Demandez un retrait à votre agent.',
  'stake/paused': "Mise refusée\u00a0: vous êtes en pause. Jeu responsable dit jusqu'à quand.",
  'stake/excluded': 'Mise refusée\u00a0: vous êtes exclu du jeu. Demandez le retrait de votre solde.',
  'stake/stake-limit':
    'Mise refusée\u00a0: votre limite de mises est atteinte. Misez moins, ou attendez la période suivante.',
  'stake/loss-limit':
    'Mise refusée\u00a0: votre limite de pertes est atteinte. Misez moins, ou attendez la période suivante.',
  'stake/player': "Mise refusée\u00a0: ce jeu n'est plus ouvert. Rouvrez-le depuis l'accueil.",
} as const;

export type StakeRefusal = keyof typeof STAKE_TEXTS;
export const isStakeRefusal = (code: unknown): code is StakeRefusal =>
  typeof code === 'string' && Object.hasOwn(STAKE_TEXTS, code);

type Values = Readonly<Record<string, string>>;

/** The text with its values in place of `{…}`. */
export const fillIn = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (_place, name: string) => values[name] ?? '');

/** The text of a refusal of this list. */
export const textOfRefusal = (name: RefusalName, values: Values = {}): string =>
  fillIn(REFUSAL_TEXTS[name], values);

/** A local ISO date-time as sentences name it: 28/11/2026 14:05. */
export const frenchMoment = (dateTime: string): string =>
  dateTime.replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d).*$/, '$3/$2/$1 $4');
