/** The file beside a remote's build that describes the build: entry, first files, imported names, screens. */
export const DESCRIPTION_FILE = 'description.json';
