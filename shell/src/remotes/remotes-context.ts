import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Screen } from '@palier/shared/contracts/screens';
import type { RemoteLoader } from './remote-loader';

const RemotesContext = createContext<RemoteLoader | null>(null);

export const RemotesContextProvider = RemotesContext.Provider;

export function useRemoteLoader(): RemoteLoader {
  const loader = useContext(RemotesContext);
  if (loader === null) throw new Error('remotes: no provider above this screen');
  return loader;
}

/** The screens of the remotes; null while no registry was read. */
export function useScreens(): readonly Screen[] | null {
  const { subscribe, screens } = useRemoteLoader();
  return useSyncExternalStore(subscribe, screens);
}
