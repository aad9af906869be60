import { spacedTypeLabel, typeLabel } from './transaction-type';

test.each([
  ['WITHDRAWAL', 'Retirer', 'Retirer'],
  ['DEPOSIT', 'Ajouter', 'Ajouter'],
  ['USER_CREATION', 'Création de compte', 'Création de compte'],
  ['A_B_C', 'A_B_C', 'A B C'],
  ['toString', 'toString', 'toString'],
])('type %s: the history shows %s and the transactions show %s', (type, plain, spaced) => {
  expect(typeLabel(type)).toBe(plain);
  expect(spacedTypeLabel(type)).toBe(spaced);
});
