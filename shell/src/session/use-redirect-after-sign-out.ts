import { useEffect, useEffectEvent } from 'react';
import { bus } from '@palier/shared/bus';
import { useQueryClient } from '@palier/shared/query';
import { useNavigate } from '@palier/shared/router';
import { useRemoteLoader } from '../remotes';

/** Once the session has ended, for whatever reason: forget what this user was told and given, and go to /login. */
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
