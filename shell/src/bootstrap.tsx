import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@palier/shared/ui/tokens.css';
import '@palier/shared/ui/base.css';
import './first-frame/first-frame.css';
import { logIgnored } from '@palier/shared/http';
import { BrowserRouter } from '@palier/shared/router';
import { App } from './app';
import { followKeyboard } from './layout/follow-keyboard';
import { reloadOnBfcacheRestore } from './session/reload-on-bfcache-restore';
import { startedPage } from './start-page';

const LATER_MS = 5_000;

async function render(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('shell: no #root in the page');

  const page = await startedPage;
  reloadOnBfcacheRestore();
  followKeyboard();
  if (process.env.NODE_ENV === 'production') loadLater();

  createRoot(root).render(
    <StrictMode>
      {/* Links must work while a remote updates itself without end, and React would not commit a transition
          meanwhile. */}
      <BrowserRouter useTransitions={false}>
        <App {...page} />
      </BrowserRouter>
    </StrictMode>,
  );
}

/** After the page is usable, so that no first visit waits for these parts. */
function loadLater(): void {
  setTimeout(() => {
    import('./later').then(
      ({ startLater }) => startLater(),
      (error: unknown) => logIgnored(error, 'late parts not loaded'),
    );
  }, LATER_MS);
}

void render();
