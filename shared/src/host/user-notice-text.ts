import type { UserNotice } from '@palier/shared/contracts/notices';
import { formatAmount } from '@palier/shared/money';
import type { Notice } from './notice';

type Facts = UserNotice['facts'];
type NoticeText = Pick<Notice, 'text' | 'link'>;

const SETTINGS = { to: '/settings', text: 'Paramètres' };
const CHANGE_PASSWORD = "Si ce n'était pas vous, changez votre mot de passe.";

const dinars = (amount: unknown): string => `${formatAmount(Number(amount))}\u00a0DT`;
const signed = (amount: unknown): string => (Number(amount) > 0 ? '+' : '') + dinars(amount);
const personOr = (name: unknown, other: string): string => (typeof name === 'string' ? name : other);
const receipt = ({ number }: Facts): NoticeText['link'] =>
  typeof number === 'number' ? { to: `/receipt/${number}`, text: `Mouvement n°\u00a0${number}` } : undefined;

function deviceIn({ browser, system }: Facts): string {
  const named = [browser, system].filter((name) => typeof name === 'string');
  return named.length === 0 ? '' : `\u00a0: ${named.join(' sur ')}`;
}

/** The sentence of each kind of notice that the server writes, and the link after the sentence. */
const TEXTS: Readonly<Record<string, (facts: Facts) => NoticeText>> = {
  'new-device': (facts) => ({
    text: `Connexion depuis un nouvel appareil${deviceIn(facts)}. ${CHANGE_PASSWORD}`,
    link: SETTINGS,
  }),
  'password-changed': () => ({
    text: "Votre mot de passe a été changé. Si ce n'était pas vous, prévenez tout de suite votre agent.",
    link: undefined,
  }),
  'password-reset': ({ by }) => ({
    text: `${personOr(by, "L'opérateur")} a changé votre mot de passe.`,
    link: SETTINGS,
  }),
  'factor-added': () => ({
    text: `Une double authentification a été ajoutée à votre compte. ${CHANGE_PASSWORD}`,
    link: SETTINGS,
  }),
  'factor-removed': ({ by }) => ({
    text:
      `Une double authentification a été retirée${by === null ? " par l'opérateur" : ''}. ` + CHANGE_PASSWORD,
    link: SETTINGS,
  }),
  'factor-reset-asked': ({ by }) => ({
    text:
      `${personOr(by, 'Votre agent')} a demandé le retrait de votre double authentification. ` +
      "Si vous n'avez rien perdu, refusez-le.",
    link: SETTINGS,
  }),
  'factor-reset-withdrawn': ({ by }) => ({
    text: `${personOr(by, 'Le titulaire')} a annulé le retrait de la double authentification.`,
    link: undefined,
  }),
  'factor-reset-dropped': ({ by }) => ({
    text:
      `Le retrait d'une double authentification n'a pas eu lieu\u00a0: le compte ou les sessions de ` +
      `${personOr(by, 'votre agent')}, d'où venait la demande, ont été fermés depuis. ` +
      'Il peut être redemandé.',
    link: undefined,
  }),
  'deposit-reversed': ({ by, amount, ...facts }) => ({
    text: `${personOr(by, 'Votre agent')} a annulé un ajout de ${dinars(amount)}.`,
    link: receipt(facts),
  }),
  'movement-corrected': ({ amount, ...facts }) => ({
    text: `L'opérateur a corrigé un mouvement de ${dinars(amount)}.`,
    link: receipt(facts),
  }),
  'low-balance': ({ balance, mark, missing }) => ({
    text: `Votre solde est passé sous ${dinars(mark)}\u00a0: ${dinars(balance)}.`,
    link:
      typeof missing === 'number'
        ? { to: `/requests/balance?amount=${missing}`, text: 'Demander du solde' }
        : undefined,
  }),
  'low-balance-below': ({ username, userId, balance, mark }) => ({
    text: `Le solde de ${String(username)} est passé sous ${dinars(mark)}\u00a0: ${dinars(balance)}.`,
    link: { to: `/refund/${Number(userId)}`, text: 'Ajouter' },
  }),
  'large-movement': ({ amount, with: other, ...facts }) => ({
    text: `Votre solde a bougé de ${signed(amount)} (${personOr(other, 'opérateur')}).`,
    link: receipt(facts),
  }),
};

/** What the list says of a notice; a kind without a sentence is shown by its name. */
export const textOf = ({ kind, facts }: UserNotice): NoticeText =>
  TEXTS[kind]?.(facts) ?? { text: kind, link: undefined };
