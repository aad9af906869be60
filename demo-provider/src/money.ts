/** Money is whole millimes (a thousandth of a dinar) inside, decimals of a dinar on the wire. */
export function toDecimal(millimes: number): number {
  return millimes / 1000;
}

export function toMillimes(decimal: number): number {
  return Math.round(decimal * 1000);
}
