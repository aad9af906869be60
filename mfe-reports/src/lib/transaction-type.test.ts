import { spacedTypeLabel, typeLabel } from './transaction-type';

test.each([
  ['WITHDRAWAL', 'Retirer', 'Retirer'],
  ['DEPOSIT', 'Ajouter', 'Ajouter'],
  ['USER_CREATION', 'Création de compte', 'Création de compte'],
  ['DEPOSIT_CORRECTION', "Correction d'un ajout", "Correction d'un ajout"],
  ['WITHDRAWAL_CORRECTION', "Correction d'un retrait", "Correction d'un retrait"],
  ['ISSUE', 'Émission', 'Émission'],
  ['REPAYMENT', 'Remboursement', 'Remboursement'],
  ['JACKPOT_WIN', 'JACKPOT_WIN', 'JACKPOT WIN'],
  ['A_B_C', 'A_B_C', 'A B C'],
  ['toString', 'toString', 'toString'],
])('type %s: the history shows %s and the transactions show %s', (type, plain, spaced) => {
  expect(typeLabel(type)).toBe(plain);
  expect(spacedTypeLabel(type)).toBe(spaced);
});
