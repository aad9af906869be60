/**
 * The page's code, part by part, each in a task of its own: on an old phone the whole takes a third of a second, in
 * which no tap would be heard. All of it is in the first file; `eager` asks for no other.
 */
const PARTS = [
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import(/* webpackMode: "eager" */ '@palier/shared/contracts'),
  () => import(/* webpackMode: "eager" */ '@palier/shared/money'),
  () => import(/* webpackMode: "eager" */ '@palier/shared/http'),
  () => import(/* webpackMode: "eager" */ './bootstrap'),
];

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function start(): Promise<void> {
  for (const part of PARTS) {
    await nextTask();
    await part();
  }
}

void start();
