import { http, ignoredResponse } from '@palier/shared/http';

export const changePassword = (oldPassword: string, newPassword: string): Promise<void> =>
  http.post('/auth/change-password', { oldPassword, newPassword }, ignoredResponse);
