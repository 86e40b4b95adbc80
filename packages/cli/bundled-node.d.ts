// The types of bundled-node.js.

export const leastNode: string
export function isRecent(version: string): boolean
export function nodeFor(root: string): string | undefined
export function bundledNode(
  root: string,
  machine?: { readonly platform: string; readonly arch: string },
): string | undefined
