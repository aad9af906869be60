import type {} from '@palier/shared/early-read';
import { createScriptPolicy } from './script-policy';
import type * as FirstCheck from './session-gate/first-check';

/**
 * Settles once the first frame is on the screen or has failed. Read here, because the code of a remote, which
 * runs later, could put another promise there.
 */
const frameSettled = window.palierEarlyRead?.drawn.catch(() => undefined);

/**
 * The parts of the page's code. Each runs in a task of its own, because a single task would block taps for a
 * third of a second on an old phone. All parts are in the first file (`eager`). The check of the session
 * starts after the parts that it needs, and the remote of the screen after the shares; both travel while
 * React runs.
 */
const PARTS = [
  () => import(/* webpackMode: "eager" */ '@palier/shared/rxjs'),
  () => import(/* webpackMode: "eager" */ '@palier/shared/contracts'),
  () => import(/* webpackMode: "eager" */ '@palier/shared/http'),
  () => import(/* webpackMode: "eager" */ './session-gate/first-check').then(startCheck),
  // Shares, before a remote is loaded. The federation runtime trusts a share only once the share is loaded:
  // after failed tries, a remote would get none.
  () => import(/* webpackMode: "eager" */ '@palier/shared/money'),
  () => import(/* webpackMode: "eager" */ '@palier/shared/dates'),
  () => import(/* webpackMode: "eager" */ 'react'),
  () => import(/* webpackMode: "eager" */ '@palier/shared/router'),
  () => import(/* webpackMode: "eager" */ '@palier/shared/query'),
  () => import(/* webpackMode: "eager" */ './remotes'),
  () => import(/* webpackMode: "eager" */ './start-page'),
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => waitAtMost(frameSettled, FIRST_FRAME_WAIT_MS),
  () => import(/* webpackMode: "eager" */ './bootstrap'),
];

/**
 * The longest wait for the first frame before React starts. React blocks an old phone for half a second, and
 * the games that have arrived meanwhile would be painted only after it.
 */
const FIRST_FRAME_WAIT_MS = 250;

const waitAtMost = (done: Promise<void> | undefined, waitMs: number): Promise<void> | undefined =>
  done && Promise.race([done, new Promise<void>((resolve) => setTimeout(resolve, waitMs))]);

const startCheck = ({ startFirstCheck }: typeof FirstCheck): void => startFirstCheck();

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function start(): Promise<void> {
  for (const part of PARTS) {
    await nextTask();
    await part();
  }
}

createScriptPolicy();
void start();
