import { useEffect, useState } from 'react';

/** Section 9 of docs/spec-coverage.md: a cosmetic amount; it starts between 50 and 150 and grows by 0.01 to 0.06 every 2 seconds. */
const START_MIN = 50;
const START_MAX = 150;
const STEP_MIN = 0.01;
const STEP_MAX = 0.06;
const TICK_MS = 2_000;

const between = (min: number, max: number): number => min + Math.random() * (max - min);

/** The header's jackpot amount: purely visual, no money. */
export function useTicker(): number {
  const [amount, setAmount] = useState(() => between(START_MIN, START_MAX));
  useEffect(() => {
    const timer = setInterval(() => setAmount((before) => before + between(STEP_MIN, STEP_MAX)), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return amount;
}
