const LABELS: ReadonlyMap<string, string> = new Map([
  ['WITHDRAWAL', 'Retirer'],
  ['DEPOSIT', 'Ajouter'],
  ['USER_CREATION', 'Création de compte'],
]);

/** Section 3 of docs/spec-coverage.md: three types have a label, any other type shows as is. */
export const typeLabel = (type: string): string => LABELS.get(type) ?? type;

/** Section 3 of docs/spec-coverage.md: on the transactions screen, any other type shows with spaces in place of underscores. */
export const spacedTypeLabel = (type: string): string => LABELS.get(type) ?? type.replaceAll('_', ' ');
