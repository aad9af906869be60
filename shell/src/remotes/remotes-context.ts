import { createContext, useContext } from 'react';
import type { RemoteLoader } from './remote-loader';

const RemotesContext = createContext<RemoteLoader | null>(null);

export const RemotesContextProvider = RemotesContext.Provider;

export function useRemoteLoader(): RemoteLoader {
  const loader = useContext(RemotesContext);
  if (loader === null) throw new Error('remotes: no provider above this screen');
  return loader;
}
