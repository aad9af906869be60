const MOVEMENTS: ReadonlyMap<string, string> = new Map([
  ['DEPOSIT', 'Ajout'],
  ['WITHDRAWAL', 'Retrait'],
  ['USER_CREATION', 'Solde de départ'],
  ['REVERSAL', "Annulation d'un ajout"],
  ['DEPOSIT_CORRECTION', "Correction d'un ajout"],
  ['WITHDRAWAL_CORRECTION', "Correction d'un retrait"],
  ['BET', 'Mise'],
  ['WIN', 'Gain'],
  ['ROLLBACK', 'Mise rendue'],
  ['JACKPOT_WIN', 'Jackpot'],
]);

/** The word of a kind of movement on the screens of an account. */
export const movementWord = (kind: string): string => MOVEMENTS.get(kind) ?? kind;
