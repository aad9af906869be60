import { SHARED_SINGLETONS } from '../bundler/shared-singletons.mjs';

/** A rule that refuses the nodes of some selectors. */
const refuse = (message, ...selectors) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

const SINGLETONS = SHARED_SINGLETONS.join('|');
const SINGLETON_FILES = new RegExp(`[\\\\/]shared[\\\\/]src[\\\\/](${SINGLETONS})([\\\\/]|\\.ts$)`);
const byPackageName = refuse(
  'Import a singleton of the page by its package name, @palier/shared/<entry>.',
  // \x2f: a slash would end the expression of the selector.
  `[source.value=/^(\\.\\.?\\x2f)+(${SINGLETONS})(\\x2f|$)/]`,
);

/**
 * How the texts of screens are written: as the spec writes them, and so that no line begins with a colon or a
 * question mark.
 */
const ILL_SET = /[’…]| [:;?!»]|« /.source;

const NEW_METHODS = [
  'canParse',
  'withResolvers',
  'toSorted',
  'toReversed',
  'toSpliced',
  'findLast',
  'findLastIndex',
  'groupBy',
  'fromAsync',
];

const MARKUP_MEMBERS = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'createContextualFragment', 'srcdoc'];

export default {
  meta: { name: 'palier' },
  rules: {
    /** Browser APIs that throw in the oldest browsers we serve (README). */
    'no-too-new-api': refuse(
      'Newer than the oldest browsers we serve.',
      `MemberExpression[property.name=/^(${NEW_METHODS.join('|')})$/]`,
      'MemberExpression[property.name=/^(timeout|any)$/]:matches([object.name="AbortSignal"], ' +
        '[object.property.name="AbortSignal"])',
    ),
    /**
     * Texts become markup only through these: without them, a name or a refusal of the server cannot run a
     * script.
     */
    'no-markup-from-text': refuse(
      'Show texts as text, never as markup.',
      'JSXAttribute[name.name=/^(dangerouslySetInnerHTML|srcDoc)$/]',
      `MemberExpression[property.name=/^(${MARKUP_MEMBERS.join('|')})$/]`,
      'CallExpression[callee.object.name="document"][callee.property.name=/^write(ln)?$/]',
    ),
    /** Such a spread saves lines and nothing else. */
    'no-spread-of-literal': refuse(
      'Write one property or element a line in place of a spread literal.',
      'JSXSpreadAttribute[argument.type="ObjectExpression"]',
      'SpreadElement[argument.type=/^(Object|Array)Expression$/]',
    ),
    /**
     * A device may be in another time zone or have a wrong clock (decision 0073). `Date.now` stays, for
     * durations.
     */
    'no-day-of-the-device': refuse(
      'The day is the platform day, usePlatformDay of @palier/shared/dates; ' +
        'the server sends local date-times.',
      'NewExpression[callee.name="Date"]',
      'CallExpression[callee.name="Date"]',
      'MemberExpression[object.name="Intl"][property.name="DateTimeFormat"]',
      'MemberExpression[property.name=/^(toLocaleDateString|toLocaleTimeString)$/]',
    ),
    'message-typography': refuse(
      'Write a straight apostrophe, three dots, and \\u00a0 inside « » and before : ; ? !',
      `Literal[value=/${ILL_SET}/]`,
      `TemplateElement[value.raw=/${ILL_SET}/]`,
    ),
    'sql-in-repository': refuse(
      'SQL stands in a repository.',
      'CallExpression[callee.property.name="query"]',
    ),
    /**
     * Each remote bundles its own copy of the other entries of shared: a relative import would bundle a
     * second singleton.
     */
    'singleton-by-package-name': {
      create: (context) => (SINGLETON_FILES.test(context.filename) ? {} : byPackageName.create(context)),
    },
  },
};
