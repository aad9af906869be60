import { http, noContent } from '@palier/shared/http';

/** Spec §5: the single input is sent as both the old and the new password. */
export const changeSubAccountPassword = (id: string, password: string): Promise<void> =>
  http.post(
    `/auth/change-sub-account-password/${encodeURIComponent(id)}`,
    { oldPassword: password, newPassword: password },
    noContent,
  );
