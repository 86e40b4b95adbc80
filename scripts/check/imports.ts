// Checks the allowed imports (docs/decisions/0003). Packages exist to forbid some imports; this check enforces that.
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { isGenerated, isTest, root, type SourceFile, sourceFiles } from './files.ts'

interface Rule {
  readonly from: RegExp
  /** Matches the packages of ours that may be imported. */
  readonly may: RegExp
  readonly says: string
}

const rules: readonly Rule[] = [
  { from: /^packages\/define\//, may: /^packages\/define\//, says: 'define imports nothing of ours' },
  { from: /^packages\/derive\//, may: /^packages\/(?:define|derive)\//, says: 'derive imports only define' },
  {
    from: /^packages\/provider\//,
    may: /^packages\/(?:define|provider)\//,
    says: 'provider imports only define',
  },
  {
    from: /^packages\/descriptions\//,
    may: /^packages\/(?:define|descriptions)\//,
    says: 'descriptions imports only define',
  },
  { from: /^packages\/store\//, may: /^packages\/store\//, says: 'store imports nothing of ours' },
  { from: /^packages\/client\//, may: /^packages\/client\//, says: 'client imports nothing of ours' },
  {
    from: /^packages\/(?:cli|console)\//,
    may: /^packages\/(?:client|cli|console)\//,
    says: 'cli and console import only client',
  },
  {
    from: /^packages\/gateway\/src\/(?:account\/\w+|record\/metering)\//,
    may: /^packages\/(?:define|provider|store)\/|^packages\/gateway\/src\/(?:process|record\/calls|account\/invalidations\/port)/,
    says: 'keys, vault, quota, metering and invalidations do not know each other',
  },
  {
    from: /^packages\/gateway\//,
    may: /^packages\/(?:define|derive|descriptions|provider|store|gateway)\//,
    says: 'gateway imports define, derive, descriptions, provider and store',
  },
]
/** The doors of our packages by name, such as `#define/present`. */
const aliases: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<string>(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports).map(([name, path]) => [
    name,
    path.replace('./', ''),
  ]),
)
const doors: ReadonlySet<string> = new Set(Object.values(aliases))

/** Returns every forbidden import. */
export function imports(): string[] {
  const edges = importEdges()
  const problems: string[] = []
  for (const [path, targets] of edges) {
    for (const target of targets) {
      const problem = problemOf(path, target.path)
      if (problem) problems.push(`${path} imports ${target.path}: ${problem}`)
    }
  }
  return [...problems, ...devDependencies()]
}

/** Checks that production code does not import packages that `npm start` leaves out. */
function devDependencies(): string[] {
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  return productFiles().flatMap(({ path, text }) =>
    [...text.matchAll(packageImports)].flatMap(([statement, name = '']) => {
      const isTypeOnly = statement.startsWith('import type') || statement.startsWith('export type')
      const isKnown = name in manifest.dependencies || name.startsWith('node:') || builtinModules.includes(name)
      return isTypeOnly || isKnown ? [] : [`${path} imports ${name}, which is not in the dependencies of package.json`]
    }),
  )
}
const packageImports =
  /(?:^(?:import|export)\s[^'";]*?from\s+|^import\s+|\bimport\()'((?:@[\w.-]+\/)?(?:node:)?[a-z][\w.-]*)(?:\/[^']*)?'/gm

/** Returns the imports of our own files in every source file but tests and generated files; `import()` counts. */
export function importEdges(): ReadonlyMap<string, readonly Import[]> {
  return new Map(productFiles().map((file) => [file.path, importsOf(file)]))
}

function productFiles(): SourceFile[] {
  return sourceFiles(/^(?:apis|packages)\/.*\.(?:ts|tsx|js)$/).filter(({ path }) => !isTest(path) && !isGenerated(path))
}

export interface Import {
  readonly path: string
}

/** Returns the imports of our own files in one file. */
export function importsOf(file: SourceFile): Import[] {
  const list: Import[] = []
  for (const match of file.text.matchAll(
    /^(?:import|export)\s+(?:type\s+)?[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gms,
  )) {
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    const path = name.startsWith('.') ? join(dirname(file.path), name) : aliases[name]
    if (path) list.push({ path })
  }
  return list
}

/** Files that an API may import from outside its own folder. */
const ofApis: ReadonlySet<string> = new Set(
  [...doors].filter(
    (path) =>
      /^packages\/(?:define|provider|store\/call-log)\//.test(path) &&
      !/\/(?:define\/reflect|provider\/test\/mod)\.ts$/.test(path),
  ),
)

function problemOf(from: string, to: string): string | undefined {
  const api = /^apis\/([^/]+)\//.exec(from)?.[1]
  if (api !== undefined)
    return ofApis.has(to) || to.startsWith(`apis/${api}/`)
      ? undefined
      : 'an API imports only define, provider, the call log and its own folder'
  if (to.startsWith('apis/')) return 'the API folders are loaded by folder, never imported'
  if (
    /^packages\/\w+\//.exec(from)?.[0] !== /^packages\/\w+\//.exec(to)?.[0] &&
    !/\/mod\.ts$/.test(to) &&
    !doors.has(to)
  )
    return 'a package is imported by its mod.ts, or by a door that package.json names'
  const own = /^packages\/gateway\/src\/((?:account|record)\/\w+|\w+)\//.exec(from)?.[1]
  if (own !== undefined && to.startsWith(`packages/gateway/src/${own}/`)) return undefined
  for (const rule of rules) if (rule.from.test(from)) return rule.may.test(to) ? undefined : rule.says
  return undefined
}
