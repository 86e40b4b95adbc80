// Finds exports that no other file uses: what only its own file uses needs no `export`, and the rest is dead code.
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { isGenerated, isTest, type SourceFile, sourceFiles } from './files.ts'
import { aliases, doors } from './imports.ts'

/** Modules that the program or its build loads by their address, and what other programs import. */
const roots =
  /^(?:.*apis\/[^/]+|scripts\/new-api\/template)\/(?:api|examples|live|prepare|provider|engines\/report)\.ts$|^packages\/(?:client\/|cli\/test-gateway\.js$)|^scripts\/build\/regexp-escape\.ts$/

/** Matches the address of a module that is imported by it, such as that of a thread. */
const addresses = /new URL\(\s*'(\.[^']+)',\s*import\.meta\.url/g

/** The name that stands for all exports of a module. */
const all = '*'

/**
 * Returns every export that no other file uses. A test counts as a user of its own package or API, of doors, and of
 * what is there for tests. `import()` uses all exports of a module.
 */
export function exports(files: readonly SourceFile[] = ownFiles()): string[] {
  const modules = files.map(moduleOf)
  const uses = new Map<string, Use[]>()
  for (const { imported } of modules)
    for (const use of imported) uses.set(use.path, [...(uses.get(use.path) ?? []), use])
  const isUsed = (path: string, name: string): boolean =>
    roots.test(path) ||
    (uses.get(path) ?? []).some((use) =>
      use.name === forwarded ? isUsed(use.by, name) : (use.name === name || use.name === all) && mayUse(use),
    )
  return modules.flatMap(({ path, exported }) =>
    exported
      .filter((name) => !isUsed(path, name))
      .map((name) => `${path} exports ${name}, which no other file uses: remove the export, or what it exports`),
  )
}

/** The name in a use by `export * from`, which passes all exports on. */
const forwarded = 'export *'

interface Use {
  readonly by: string
  readonly path: string
  readonly name: string
}

function mayUse({ by, path }: Use): boolean {
  return !isTest(by) || isTest(path) || partOf(by) === partOf(path) || doors.has(path)
}

/** Returns the package or API of a file; scripts, benchmarks and tests of the whole belong together. */
const partOf = (path: string) => /^(?:apis|packages)\/[^/]+\//.exec(path)?.[0]

function ownFiles(): SourceFile[] {
  return sourceFiles(/(?<!\.d)\.[jt]s$/).filter(({ path }) => !isGenerated(path))
}

function moduleOf({ path: by, text }: SourceFile): { path: string; imported: Use[]; exported: string[] } {
  const { staticImports, staticExports, dynamicImports } = parseSync(by, text).module
  const imported: Use[] = []
  const uses = (specifier: string, name: string) => {
    const path = specifier.startsWith('.') ? join(dirname(by), specifier) : aliases[specifier]
    if (path !== undefined) imported.push({ by, path, name })
  }
  const exported: string[] = []
  for (const { moduleRequest, entries, end } of staticImports)
    for (const { importName, localName } of entries)
      if (importName.kind === 'NamespaceObject')
        for (const name of membersUsed(text.slice(end), localName.value)) uses(moduleRequest.value, name)
      else uses(moduleRequest.value, importName.name ?? 'default')
  for (const { moduleRequest, importName, exportName } of staticExports.flatMap(({ entries }) => entries)) {
    const isForwarded = importName.kind === 'AllButDefault'
    if (moduleRequest) uses(moduleRequest.value, isForwarded ? forwarded : (importName.name ?? all))
    // a default export is for a loader
    if (exportName.kind === 'Name' && exportName.name !== null) exported.push(exportName.name)
  }
  for (const [, address = ''] of text.matchAll(addresses)) uses(address, all)
  // without its quotation marks
  for (const { moduleRequest } of dynamicImports) uses(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), all)
  return { path: by, imported, exported }
}

/** Returns the members that a text reads of a namespace, and `*` where it uses the namespace itself. */
function membersUsed(text: string, namespace: string): string[] {
  const used = text.matchAll(new RegExp(`(?<![\\w.])${namespace}\\b(?:\\.(\\w+))?`, 'g'))
  return [...used].map(([, member]) => member ?? all)
}
