const LABELS: ReadonlyMap<string, string> = new Map([
  ['WITHDRAWAL', 'Retirer'],
  ['DEPOSIT', 'Ajouter'],
  ['USER_CREATION', 'Création de compte'],
]);

/** Spec §3, type display: three types have a label, any other value shows as is. */
export const typeLabel = (type: string): string => LABELS.get(type) ?? type;

/** Spec §3: on the transactions screen, any other value shows with underscores replaced by spaces. */
export const spacedTypeLabel = (type: string): string => LABELS.get(type) ?? type.replaceAll('_', ' ');
