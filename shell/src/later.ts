import { countBalance } from './balance-motion/count-balance';
import { install } from './install/install';

/** Parts of the shell that nobody waits for; loaded once the page is usable. */
export function startLater(): void {
  install();
  countBalance();
}
