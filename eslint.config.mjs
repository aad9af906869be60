import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { SHARED_SINGLETONS } from './scripts/src/bundler/shared-singletons.mjs';

const TYPED = ['**/*.{ts,tsx}'];
const TESTS = ['**/*.test.{ts,tsx}', 'server/test/**', 'e2e/**', '**/testing/**'];

const forbidden = (message, ...selectors) => selectors.map((selector) => ({ selector, message }));

/** What the oldest browsers we serve (README) do not have: they throw there. */
const TOO_NEW = forbidden(
  'Newer than the oldest browsers we serve.',
  'MemberExpression[property.name=/^(canParse|withResolvers|toSorted|toReversed|toSpliced|findLast|findLastIndex|groupBy|fromAsync)$/]',
  'MemberExpression[property.name=/^(timeout|any)$/]:matches([object.name="AbortSignal"], [object.property.name="AbortSignal"])',
);

/** Texts become markup only through these: without them, a name or a refusal of the server cannot run a script. */
const MARKUP = forbidden(
  'Show texts as text, never as markup.',
  'JSXAttribute[name.name=/^(dangerouslySetInnerHTML|srcDoc)$/]',
  'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|srcdoc)$/]',
  'CallExpression[callee.object.name="document"][callee.property.name=/^write(ln)?$/]',
);

/** How the texts of screens are written: as the spec writes them, and so that no line begins with a colon or a question mark. */
const ILL_SET = /[’…]| [:;?!»]|« /.source;

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
  {
    files: TYPED,
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['{shell,shared,standalone,mfe-*}/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    extends: [jsxA11y.flatConfigs.recommended],
    rules: { ...reactHooks.configs.flat.recommended.rules, 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['{shell,shared,standalone,mfe-*}/src/**/*.{ts,tsx}'],
    ignores: [...TESTS, 'standalone/**'],
    rules: { 'no-restricted-syntax': ['error', ...TOO_NEW, ...MARKUP] },
  },
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
    files: ['{shell,shared,standalone,mfe-*}/src/**/*.messages.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...forbidden(
          'Write a straight apostrophe, three dots, and \\u00a0 inside « » and before : ; ? !',
          `Literal[value=/${ILL_SET}/]`,
          `TemplateElement[value.raw=/${ILL_SET}/]`,
        ),
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
