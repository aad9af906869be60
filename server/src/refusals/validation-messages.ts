import * as z from 'zod/mini';

const AMOUNTS = new Set(['amount', 'balance']);
const SHOWN_FIELD_LENGTH = 40;

/**
 * Replaces the English messages of zod, in all schemas of the process, where a schema has no message of its
 * own.
 */
export function setFrenchMessages(): void {
  z.config({ customError: sentenceOf });
}

const sentenceOf = (issue: { code?: string; path?: PropertyKey[] | undefined; keys?: unknown }): string => {
  if (issue.code === 'unrecognized_keys' && Array.isArray(issue.keys)) {
    return `Le champ « ${shown(issue.keys[0])} » est inconnu.`;
  }
  const field = issue.path?.[0];
  if (field === undefined) return 'Les données envoyées sont invalides.';
  if (AMOUNTS.has(String(field))) return 'Le montant doit être un nombre valide.';
  return `Le champ « ${shown(field)} » est invalide.`;
};

const shown = (field: unknown): string => String(field).slice(0, SHOWN_FIELD_LENGTH);
