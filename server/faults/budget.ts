import type { FaultRow } from './row';

/** Seconds that each row may take in the long form, on two cores that have nothing else to do. */
const SECONDS: Readonly<Record<string, number>> = {
  ...{
    A1: 15,
    A2: 62,
    A3: 5,
    A4: 12,
    A5: 5,
    A6: 5,
    A7: 10,
    A8: 5,
    A9: 10,
    A11: 10,
    A12: 5,
    A13: 10,
    A15: 10,
  },
  ...{
    B16: 12,
    B17: 5,
    B18: 10,
    B19: 12,
    B20: 10,
    B21: 10,
    B22: 5,
    B23: 5,
    B24: 10,
    B25: 35,
    B26: 10,
    B28: 5,
  },
  ...{ B29: 95, B40: 45, C30: 40, C31: 25, C32: 45, C34: 10, C35: 10, C36: 15, C37: 20, C38: 15, C39: 15 },
  ...{ D40: 30, D41: 25, D42: 5, D43: 5, D44: 15, D45: 5, D47: 5, D48: 5, D49: 5, D50: 20, D51: 45, D52: 5 },
  ...{
    D53: 5,
    D54: 5,
    D55: 5,
    D56: 5,
    E56: 25,
    E57: 10,
    E58: 15,
    E59: 10,
    E60: 20,
    E62: 10,
    F63: 70,
    F64: 5,
  },
  ...{ F65: 5, F66: 5, F67: 15, F68: 10, F69: 95, F70: 5, F71: 5, F72: 5, F73: 10, G74: 5, G75: 5, G76: 5 },
  ...{
    G77: 5,
    G78: 5,
    G79: 30,
    G80: 25,
    G81: 35,
    G82: 5,
    G83: 5,
    G84: 35,
    H87: 25,
    H88: 110,
    H89: 80,
    H90: 30,
  },
  ...{ H91: 50, H92: 140, H93: 20, H94: 45, H95: 30, H96: 60, H97: 25, H99: 25 },
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
