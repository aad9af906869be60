/** Four high symbols, four low symbols, the wild and the scatter. */
export const slotSymbols = ['H1', 'H2', 'H3', 'H4', 'L1', 'L2', 'L3', 'L4', 'W', 'S'] as const;
export type SlotSymbol = (typeof slotSymbols)[number];

export const wild: SlotSymbol = 'W';
export const scatter: SlotSymbol = 'S';

export const rowCount = 3;
