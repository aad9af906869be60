import { useEffect, useState } from 'react';

const START_MIN = 50;
const START_MAX = 150;
const STEP_MIN = 0.01;
const STEP_MAX = 0.06;
const TICK_MS = 2_000;

const between = (min: number, max: number): number => min + Math.random() * (max - min);

/** The jackpot amount in the header: decoration, not money. */
export function useTicker(): number {
  const [amount, setAmount] = useState(() => between(START_MIN, START_MAX));
  useEffect(() => {
    const timer = setInterval(() => setAmount((before) => before + between(STEP_MIN, STEP_MAX)), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return amount;
}
