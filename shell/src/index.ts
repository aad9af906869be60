import { startAppearance } from '@palier/shared/ui/appearance';
import { createScriptPolicy } from './script-policy';
import type * as FirstCheck from './session-gate/first-check';

/**
 * The parts of the page's code. Each runs in a task of its own, because a single task would block taps for a
 * third of a second on an old phone. All parts are in the first file (`eager`). The check of the session
 * starts after the two parts that it needs, and the remote of the screen after the shares; both travel while
 * React runs.
 */
const PARTS = [
  () => import(/* webpackMode: "eager" */ '@palier/shared/contracts'),
  () => import(/* webpackMode: "eager" */ '@palier/shared/http'),
  () => import(/* webpackMode: "eager" */ './session-gate/first-check').then(startCheck),
  // Shares, before a remote is loaded. The federation runtime trusts a share only once the share is loaded:
  // after failed tries, a remote would get none.
  () => import(/* webpackMode: "eager" */ '@palier/shared/money'),
  () => import(/* webpackMode: "eager" */ '@palier/shared/dates'),
  () => import(/* webpackMode: "eager" */ '@palier/shared/rxjs'),
  () => import(/* webpackMode: "eager" */ './start-page'),
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import(/* webpackMode: "eager" */ './bootstrap'),
];

const startCheck = ({ startFirstCheck }: typeof FirstCheck): void => startFirstCheck();

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function start(): Promise<void> {
  for (const part of PARTS) {
    await nextTask();
    await part();
  }
}

createScriptPolicy();
// Before the first paint, so that no other theme is seen.
startAppearance();
void start();
