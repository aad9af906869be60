import { textOf } from './user-notice-text';

const notice = (kind: string, facts: Record<string, string | number | null>) =>
  textOf({ id: 1, date: '2026-03-01T10:00:00.000', kind, facts, isRead: false });
const plain = (text: string) => text.replace(/\s/g, ' ');

test('notice of a low balance: an agent with a parent gets the request for what is missing', () => {
  const { text, link } = notice('low-balance', { balance: 30, mark: 50, missing: 20 });
  expect(plain(text)).toBe('Votre solde est passé sous 50,00 DT : 30,00 DT.');
  expect(link).toEqual({ to: '/requests/balance?amount=20', text: 'Demander du solde' });
  expect(notice('low-balance', { balance: 30, mark: 50 }).link).toBeUndefined();
});

test('notice of a low balance below: the parent gets the name and the way to the deposit', () => {
  const { text, link } = notice('low-balance-below', {
    balance: 30,
    mark: 50,
    username: 'caisse',
    userId: 7,
  });
  expect(plain(text)).toBe('Le solde de caisse est passé sous 50,00 DT : 30,00 DT.');
  expect(link).toEqual({ to: '/refund/7', text: 'Ajouter' });
});
