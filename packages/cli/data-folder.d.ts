// The types of data-folder.js.

export function dataFolder(
  machine?: { readonly platform: string; readonly env: Readonly<Record<string, string | undefined>> },
  home?: string,
): string | undefined
