import { useEffect, useEffectEvent } from 'react';
import { bus } from '@palier/shared/bus';
import { useQueryClient } from '@palier/shared/query';
import { useNavigate } from '@palier/shared/router';
import { useRemoteLoader } from '../remotes';

/** When the session ends, clears the data of its user and opens /login. */
export function useRedirectAfterSignOut(): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remotes = useRemoteLoader();
  const leave = useEffectEvent(() => {
    queryClient.clear();
    remotes.forgetUser();
    void navigate('/login', { replace: true });
  });
  useEffect(() => bus.on('session/ended', () => leave()), []);
}
