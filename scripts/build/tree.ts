// Part of each build, always in a chunk, because several modules import it.

/** The address of the build's folder. */
export const treeOfBuild = new URL('../', import.meta.url)
