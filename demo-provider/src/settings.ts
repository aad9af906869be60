import { z } from 'zod';
import { findProfile, PROFILES } from './vendor/profiles.js';
import type { Profile } from './vendor/profile.js';

const origin = z.url().transform((value) => new URL(value).origin);
const secret = z.string().min(8, 'must have at least 8 characters');

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  DEMO_PROVIDER_PORT: z.coerce.number().int().min(0).max(65535).default(3001),
  PROVIDER_AGENT_CODE: z.string().min(1).default('palier'),
  PROVIDER_AGENT_TOKEN: secret,
  PROVIDER_SECRET: secret,
  OPERATOR_CALLBACK_URL: z.url().default('http://127.0.0.1:3000/gold_api'),
  DEMO_PROVIDER_PROFILE: z
    .string()
    .default('demo')
    .refine(
      (name) => findProfile(name) !== undefined,
      `must be one of ${PROFILES.map(({ name }) => name).join(', ')}`,
    ),
  PUBLIC_ORIGIN: origin.default('http://localhost:3001'),
  PROVIDER_DATABASE_URL: z
    .string('is missing: it is the address of the PostgreSQL database that the provider keeps its rounds in')
    .regex(/^postgres(ql)?:\/\//, 'must be an address like postgresql://user:password@host:5432/name'),
  ALLOWED_PARENT_ORIGIN: z
    .string()
    .default('http://localhost:3000 http://127.0.0.1:3000')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(origin).min(1)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings from the environment. Throws one error that lists every invalid setting. */
export function readSettings(env: NodeJS.ProcessEnv) {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The demo provider cannot start with these settings:\n${errors.join('\n')}`);
  }
  const value = parsed.data;
  return {
    host: value.HOST,
    port: value.DEMO_PROVIDER_PORT,
    agentCode: value.PROVIDER_AGENT_CODE,
    agentToken: value.PROVIDER_AGENT_TOKEN,
    secret: value.PROVIDER_SECRET,
    operatorCallbackUrl: value.OPERATOR_CALLBACK_URL,
    profile: findProfile(value.DEMO_PROVIDER_PROFILE) as Profile,
    publicOrigin: value.PUBLIC_ORIGIN,
    databaseUrl: value.PROVIDER_DATABASE_URL,
    allowedParentOrigins: value.ALLOWED_PARENT_ORIGIN,
    logLevel: value.LOG_LEVEL,
  };
}
