import { useEffect, useRef } from 'react';
import { bus } from '@palier/shared/bus';
import { useQueryClient } from '@palier/shared/query';
import { useNavigate } from '@palier/shared/router';

/** Once the session has ended, for whatever reason: forget what the server told this user, and go to /login. */
export function useEndedSession(): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      queryClient.clear();
      void navigate('/login', { replace: true });
    };
  });
  useEffect(() => bus.on('session/ended', () => leave.current()), []);
}
