/**
 * Whether this is the release command of the artefact, `palier release`: it has no working tree, no bundler
 * and no browser.
 */
export const IS_INSTALLED = process.env.PALIER_PROGRAM !== undefined;
