/**
 * Whether this is the release command of the artefact, `palier release`: it has no working tree, no bundler
 * and no browser.
 */
export const IS_INSTALLED = process.env.PALIER_PROGRAM !== undefined;

/** The messages name the command of a checkout; an installation has another one. */
export const withOwnCommand = (text: string): string =>
  IS_INSTALLED ? text.replaceAll('npm run release --', 'palier release') : text;
