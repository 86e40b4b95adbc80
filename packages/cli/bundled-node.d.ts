// The types of bundled-node.js.

export function bundledNode(
  root: string,
  machine?: { readonly platform: string; readonly arch: string },
): string | undefined
