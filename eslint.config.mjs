import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { SHARED_SINGLETONS } from './scripts/src/bundler/shared-singletons.mjs';
import { frontRules, TOO_NEW } from './scripts/src/lint/front-rules.mjs';

const TESTS = ['**/*.test.{ts,tsx}', 'server/test/**', 'e2e/**', '**/testing/**'];

// The rules that need types are oxlint's (.oxlintrc.json).
export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      '**/dist-standalone/',
      '.cache/',
      '.data/',
      '.nx/',
      '**/test-results/',
      '**/playwright-report/',
    ],
  },
  js.configs.recommended,
  ...frontRules('{shell,shared,standalone,mfe-*}/src', [...TESTS, 'standalone/**']),
  {
    files: ['demo-provider/public/**/*.js'],
    rules: { 'no-restricted-syntax': ['error', ...TOO_NEW] },
  },
  {
    // Each remote bundles its own copy of these entries. A relative import would bundle a second copy of the singleton as well.
    files: ['shared/src/**/*.{ts,tsx}'],
    ignores: [...SHARED_SINGLETONS.flatMap((entry) => [`shared/src/${entry}/**`, `shared/src/${entry}.ts`])],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\.\\.?/)+(${SHARED_SINGLETONS.join('|')})(/|$)`,
              message: 'Import a singleton of the page by its package name, @palier/shared/<entry>.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['server/src/**/{*.,}{routes,use-case}.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="query"]',
          message: 'SQL stands in a repository.',
        },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_' }] },
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'Buffer',
          'setTimeout',
          'module',
          'require',
          '__dirname',
          'navigator',
          'Element',
          'HTMLDialogElement',
          'Event',
          'window',
          'document',
          'location',
          'fetch',
          'WebSocket',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'requestAnimationFrame',
          'cancelAnimationFrame',
          'performance',
          'URLSearchParams',
          'crypto',
          'customElements',
          'HTMLElement',
          'AudioContext',
          'CustomEvent',
          'matchMedia',
          'self',
          'structuredClone',
          'AbortController',
          'TextEncoder',
          'localStorage',
          'sessionStorage',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
