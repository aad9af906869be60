import { http, noContent } from '@palier/shared/http';

/** Section 5 of docs/spec-coverage.md: the single input is sent as both the old and the new password. */
export const changeSubAccountPassword = (id: string, password: string): Promise<void> =>
  http.post(
    `/auth/change-sub-account-password/${encodeURIComponent(id)}`,
    { oldPassword: password, newPassword: password },
    noContent,
  );
