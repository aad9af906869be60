import { setTimeout as wait } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

const PATIENCE_MS = 1_000;

/**
 * The value, or `otherwise` after a second: a database that does not answer must not hold up the other
 * metrics of a scrape.
 */
export const withinLimit = <Value>(work: Promise<Value>, otherwise: Value): Promise<Value> =>
  Promise.race([work, wait(PATIENCE_MS, otherwise)]);

/** What a scrape shows about a metric. */
interface Description {
  readonly name: string;
  readonly help: string;
}

/** Adds a gauge whose value is read at each scrape. */
export function addGauge(
  registry: Registry,
  description: Description,
  read: () => number | Promise<number>,
): void {
  new Gauge({
    ...description,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

type Values = readonly (readonly [value: string, number: number])[];

/** Adds gauges of one name, one for each value of the label. */
export function addGaugesBy(
  registry: Registry,
  { label, ...description }: Description & { readonly label: string },
  read: () => Values | Promise<Values>,
): void {
  new Gauge({
    ...description,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const values = await read();
      this.reset();
      for (const [value, number] of values) this.set({ [label]: value }, number);
    },
  });
}
