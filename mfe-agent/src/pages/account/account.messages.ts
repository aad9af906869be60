import type { Role } from '@palier/shared/contracts';
import { addDays } from '@palier/shared/dates';
import { formatDay, formatMoment } from '@palier/shared/french-dates';
import { movementWord } from '../../lib/sub-account/movement.messages';
import { formatAmount } from '@palier/shared/money';

const ROLES: Readonly<Record<Role, string>> = {
  ROLE_CAPO: 'Capo',
  ROLE_SUPER_ADMIN: 'Super admin',
  ROLE_ADMIN: 'Admin',
  ROLE_CLIENT: 'Client',
};
/** Sign-ins are kept for 180 days. */
const KEPT_DAYS = 180;

export const messages = {
  reserved: (amount: number) => `+ ${formatAmount(amount)}\u00a0TND réservé`,
  loading: 'Chargement...',
  failed: "Le compte n'a pas pu être lu. Veuillez réessayer.",
  path: 'Comptes au-dessus',
  role: (role: Role) => ROLES[role],
  active: 'Actif',
  inactive: 'Inactif',
  frozen: 'Bloqué',
  created: (date: string) => `Créé le ${formatDay(date)}`,
  lastSignIn: (date: string) => `Dernière connexion\u00a0: ${formatMoment(date)}`,
  noSignIn: (createdAt: string, today: string) =>
    createdAt.slice(0, 10) > addDays(today, -KEPT_DAYS)
      ? 'Jamais connecté'
      : 'Aucune connexion depuis 180 jours',
  refund: 'Ajouter',
  withdraw: 'Retirer',
  password: 'Mot de passe',
  history: 'Historique',
  journal: 'Journal',
  network: 'Réseau',
  otherActions: 'Autres actions',
  deactivate: 'Désactiver',
  activate: 'Activer',
  readOnly: 'En lecture seule\u00a0: seul son compte supérieur direct agit sur ce compte.',
  figures: 'Ajouté et retiré',
  withoutReversals: 'Sans les ajouts annulés.',
  period: 'Période',
  periods: { 1: "Aujourd'hui", 7: '7 jours', 30: '30 jours' } as Readonly<Record<number, string>>,
  received: 'Ajouté',
  returned: 'Retiré',
  distributed: 'Ajouté à ses sous-comptes',
  collected: 'Retiré à ses sous-comptes',
  events: 'Activité',
  showNews: 'Afficher les nouveautés',
  date: 'Date',
  event: 'Événement',
  amount: 'Montant',
  balance: 'Solde après',
  empty: 'Aucun événement',
  firstDeposit: 'Faire un premier ajout',
  eventsFailed: "L'activité n'a pas pu être lue.",
  number: (id: number) => `n°\u00a0${id}`,
  note: (text: string) => `«\u00a0${text}\u00a0»`,
  round: 'Voir la partie',
  movement: movementWord,
};
