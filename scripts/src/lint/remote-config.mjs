import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { frontRules } from './front-rules.mjs';

/** The ESLint configuration of a remote in a repository of its own. */
export default tseslint.config(
  { ignores: ['dist/', 'dist-standalone/', 'dist-releases/'] },
  js.configs.recommended,
  ...frontRules('src', ['**/*.test.{ts,tsx}', '**/testing/**']),
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': ['error', '@palier/shared/host', '@palier/shared/session/writer'],
    },
  },
);
