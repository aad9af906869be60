/** In place of a library's function whose work Palier does not need (library-patches.mjs). */
export default function doNothing() {}
