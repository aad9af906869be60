import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export const forbidden = (message, ...selectors) => selectors.map((selector) => ({ selector, message }));

/** Browser APIs that throw in the oldest browsers we serve (README). */
export const TOO_NEW = forbidden(
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

/** The rules of all TypeScript. */
const typescript = {
  files: ['**/*.{ts,tsx}'],
  extends: [tseslint.configs.recommended],
  rules: {
    '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  },
};

/**
 * The rules of front packages, which the remote kit also gives to teams.
 * @param {string} sources the folders of sources, as a pattern
 * @param {readonly string[]} unpublished files that no user's browser runs
 */
export const frontRules = (sources, unpublished) => [
  typescript,
  {
    files: [`${sources}/**/*.{ts,tsx}`],
    plugins: { 'react-hooks': reactHooks },
    extends: [jsxA11y.flatConfigs.recommended],
    rules: { ...reactHooks.configs.flat.recommended.rules, 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: [`${sources}/**/*.{ts,tsx}`],
    ignores: [...unpublished],
    rules: { 'no-restricted-syntax': ['error', ...TOO_NEW, ...MARKUP] },
  },
  {
    files: [`${sources}/**/*.messages.ts`],
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
];
