// What generated code uses of the client: types, by the file of packages/client that declares them.

/** Returns the types of the client that the code uses, by file; words in comments and strings do not count. */
export function importedIn(body: string): { readonly file: string; readonly names: readonly string[] }[] {
  // what is not closed matches too, so that the time is linear
  const code = body.replace(/\/\*\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\\n]|\\.)*'?/g, '')
  const words = new Set(code.match(/\w+/g))
  return Object.entries(exportsOfFiles)
    .map(([file, names]) => ({ file, names: names.filter((name) => words.has(name)) }))
    .filter(({ names }) => names.length > 0)
}

const exportsOfFiles = {
  'api-promise': ['ApiPromise'],
  pages: ['ItemOf'],
  request: ['Bytes', 'Upload'],
  runtime: ['CallOptions', 'Connection', 'RawOptions'],
}
