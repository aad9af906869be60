/** Node's arguments that start the provider: its compiled form when the test is compiled itself, else its source through tsx. */
export const PROVIDER_ARGUMENTS: readonly string[] =
  process.argv[1]?.endsWith('.mjs') === true ? ['dist/main.mjs'] : ['--import', 'tsx', 'src/main.ts'];
