// Who may import whom (docs/decisions/0003). Packages exist to make some imports impossible; this check enforces that.
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { isGenerated, isTest, root, type SourceFile, sourceFiles } from './files.ts'

interface Rule {
  readonly from: RegExp
  /** Which of our packages it may import. */
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
  { from: /^packages\/store\//, may: /^packages\/store\//, says: 'store imports nothing of ours' },
  { from: /^packages\/client\//, may: /^packages\/client\//, says: 'client imports nothing of ours' },
  {
    from: /^packages\/(?:cli|console)\//,
    may: /^packages\/(?:client|cli|console)\//,
    says: 'cli and console import only client',
  },
  {
    from: /^packages\/gateway\/src\/(keys|vault|quota|metering|invalidations)\//,
    may: /^packages\/(?:define|provider|store)\/|^packages\/gateway\/src\/(?:cache|calls|invalidations\/port|secret)/,
    says: 'keys, vault, quota, metering and invalidations do not know each other',
  },
  {
    from: /^packages\/gateway\//,
    may: /^packages\/(?:define|derive|provider|store|gateway)\//,
    says: 'gateway imports define, derive, provider and store',
  },
]
const aliases: Readonly<Record<string, string>> = {
  '#define': 'packages/define/mod.ts',
  '#define/reflect': 'packages/define/reflect.ts',
  '#derive': 'packages/derive/mod.ts',
  '#provider': 'packages/provider/mod.ts',
  '#provider/test': 'packages/provider/test/mod.ts',
  '#store': 'packages/store/mod.ts',
  '#client': 'packages/client/mod.ts',
}

/** Every forbidden import. */
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

/** Whatever runs in production must not import what `npm start` leaves out. */
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

/** The imports of our own files in every source file, except tests and generated files. */
export function importEdges(): ReadonlyMap<string, readonly Import[]> {
  return new Map(productFiles().map((file) => [file.path, importsOf(file)]))
}

function productFiles(): SourceFile[] {
  return sourceFiles(/^(?:apis|packages)\/.*\.(?:ts|tsx|js)$/).filter(({ path }) => !isTest(path) && !isGenerated(path))
}

export interface Import {
  readonly path: string
}

function importsOf(file: SourceFile): Import[] {
  const list: Import[] = []
  for (const match of file.text.matchAll(
    /^(?:import|export)\s+(type\s+)?[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'/gms,
  )) {
    const name = match[2] ?? match[3] ?? ''
    const path = name.startsWith('.') ? join(dirname(file.path), name) : aliases[name]
    if (path) list.push({ path })
  }
  return list
}

function problemOf(from: string, to: string): string | undefined {
  const api = /^apis\/([^/]+)\//.exec(from)?.[1]
  if (api !== undefined)
    return /^packages\/(?:define|provider)\/mod\.ts$/.test(to) || to.startsWith(`apis/${api}/`)
      ? undefined
      : 'an API imports only define, provider and its own folder'
  if (to.startsWith('apis/')) return 'the API folders are loaded by folder, never imported'
  if (/^packages\/\w+\//.exec(from)?.[0] !== /^packages\/\w+\//.exec(to)?.[0] && !/\/(?:mod|reflect)\.ts$/.test(to))
    return 'a package is imported by its mod.ts or reflect.ts'
  const own = /^packages\/gateway\/src\/(\w+)\//.exec(from)?.[1]
  if (own !== undefined && to.startsWith(`packages/gateway/src/${own}/`)) return undefined
  for (const rule of rules) if (rule.from.test(from)) return rule.may.test(to) ? undefined : rule.says
  return undefined
}
