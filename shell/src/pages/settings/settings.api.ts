import { http, noContent } from '@palier/shared/http';

export const changePassword = (oldPassword: string, newPassword: string): Promise<void> =>
  http.post('/auth/change-password', { oldPassword, newPassword }, noContent);
