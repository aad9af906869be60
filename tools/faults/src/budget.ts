import type { FaultRow } from './scenario';

/** Seconds that each row may take in the long form, on two cores that have nothing else to do. */
const SECONDS: Readonly<Record<string, number>> = {
  ...{
    A1: 10,
    A2: 63,
    A3: 5,
    A4: 14,
    A5: 2,
    A6: 2,
    A7: 10,
    A8: 2,
    A9: 5,
    A11: 10,
    A12: 2,
    A13: 10,
    A15: 10,
  },
  ...{
    B16: 8,
    B17: 2,
    B18: 8,
    B19: 8,
    B20: 7,
    B21: 7,
    B22: 4,
    B23: 4,
    B24: 5,
    B25: 35,
    B26: 2,
    B28: 3,
  },
  ...{ B29: 65, B40: 45, C30: 115, C31: 25, C32: 110, C34: 3, C35: 2, C36: 9, C37: 20, C38: 4, C39: 7 },
  ...{ D40: 20, D41: 25, D42: 4, D43: 4, D44: 15, D45: 3, D47: 2, D48: 4, D49: 5, D50: 14, D51: 30, D52: 2 },
  ...{
    D53: 2,
    D54: 2,
    D55: 2,
    D56: 5,
    E56: 12,
    E57: 2,
    E58: 5,
    E59: 2,
    E60: 14,
    E62: 6,
    F63: 64,
    F64: 2,
  },
  ...{ F65: 2, F66: 2, F67: 15, F68: 5, F69: 95, F70: 2, F71: 4, F72: 2, F73: 3, G74: 4, G75: 2, G76: 2 },
  ...{
    G77: 2,
    G78: 2,
    G79: 30,
    G80: 11,
    G81: 21,
    G82: 2,
    G83: 2,
    G84: 35,
    H87: 25,
    H88: 100,
    H89: 60,
    H90: 20,
  },
  ...{ H91: 26, H92: 140, H93: 20, H94: 95, H95: 30, H96: 62, H97: 25, H99: 60, H120: 105 },
};

/** All rows together, the starts of their shared clusters included. */
export const LIMIT_S = 30 * 60;
/** Rows that wait more than they work start so far apart, so that none starts its cluster in another's first moments. */
export const STAGGER_S = 10;
const SHARED_CLUSTER_S = 5;

/** The row's budget in seconds; 0 for one that was given none, which the tests refuse. */
export const budgetOf = (id: string): number => SECONDS[id] ?? 0;

/** What a run of these rows may take: those that wait side by side, then the others, a shared cluster for each area. */
export function totalBudget(rows: readonly FaultRow[]): number {
  const waiting = rows.filter(({ isWaiting }) => isWaiting === true);
  const others = rows.filter((row) => !waiting.includes(row));
  const areas = new Set(others.filter(({ isApart }) => isApart !== true).map(({ id }) => id[0]));
  return (
    Math.max(0, ...waiting.map(({ id }, index) => index * STAGGER_S + budgetOf(id))) +
    others.reduce((sum, { id }) => sum + budgetOf(id), 0) +
    areas.size * SHARED_CLUSTER_S
  );
}
