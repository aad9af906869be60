import { loginResponseSchema, type LoginResponse } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import type { Credentials } from './login.rules';

export const login = (credentials: Credentials): Promise<LoginResponse> =>
  http.post('/auth/login', credentials, loginResponseSchema);
