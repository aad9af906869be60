/** Amounts are whole millimes (thousandths of a dinar) inside the provider, decimal dinars on the wire. */
export function toDecimal(millimes: number): number {
  return millimes / 1000;
}

export function toMillimes(decimal: number): number {
  return Math.round(decimal * 1000);
}
