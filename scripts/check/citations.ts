// Checks that citations in comments exist in the repository: numbered facts of SOURCES.md, decisions, rules of the
// architecture page, documents.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commentsOf } from './comments.ts'
import { isGenerated, root, type SourceFile, sourceFiles } from './files.ts'

/** Documents that exist in some working folders but not in a clone. */
const absent = /\b(?:FACTS|ENGINES|EXAMPLES|DESIGN|HOUSE)\b(?:\.md| \d)|\bdocument [123]\b/

export function citations(): string[] {
  const code = sourceFiles(/^(?:apis|bench|packages|scripts|tests)\/.*\.(?:ts|js|mjs|tsv|md)$/)
  const cited = code.filter(
    ({ path }) => !isGenerated(path) && !/^scripts\/(?:check\/citations|new-api\/template\/SOURCES)/.test(path),
  )
  return cited.flatMap((file) => linesOf(file).flatMap(({ line, text }) => problemsIn(file, line, text)))
}

function linesOf({ path, text }: SourceFile): { readonly line: number; readonly text: string }[] {
  if (/\.(?:ts|js|mjs)$/.test(path)) return commentsOf(text)
  if (path.endsWith('.tsv'))
    return text.split('\n').map((row, at) => ({ line: at + 1, text: row.startsWith('#') ? row : '' }))
  return text.split('\n').map((row, at) => ({ line: at + 1, text: row }))
}

function problemsIn({ path }: SourceFile, line: number, text: string): string[] {
  const where = `${path}:${line}`
  const problems: string[] = []
  const missing = absent.exec(text)?.[0]
  if (missing !== undefined) problems.push(`${where} cites ${missing}, which is not in the repository`)
  for (const [, numbers = ''] of text.matchAll(/\bSOURCES ((?:\d+(?:\.\d+)*(?:, | and | to )?)+)/g))
    for (const number of numbers.match(/\d+(?:\.\d+)*/g) ?? [])
      if (!hasFact(path, number)) problems.push(`${where} cites SOURCES ${number}, which its API does not have`)
  for (const [, number = ''] of text.matchAll(/\bdecisions? (\d{4})\b/g))
    if (!decisionNumbers().has(number)) problems.push(`${where} cites decision ${number}, which does not exist`)
  for (const [, document = ''] of text.matchAll(/\b(docs\/[\w/.-]+\.(?:md|json))\b/g))
    if (!existsSync(join(root, document))) problems.push(`${where} cites ${document}, which does not exist`)
  return problems
}

function hasFact(path: string, number: string): boolean {
  const slug = /^(?:apis|scripts)\/([^/]+)\//.exec(path)?.[1]
  if (slug === undefined) return false
  const escaped = number.replaceAll('.', '\\.')
  return new RegExp(`^(?:#+ |[-*|] ?)?\\**${escaped}(?:\\.|\\**|:)?(?:\\s|\\|)`, 'm').test(sourcesOf(slug))
}

const sources = new Map<string, string>()

function sourcesOf(slug: string): string {
  const cached = sources.get(slug)
  if (cached !== undefined) return cached
  const file = join(root, 'apis', slug, 'SOURCES.md')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  sources.set(slug, text)
  return text
}

let decisions: Set<string> | undefined

function decisionNumbers(): Set<string> {
  decisions ??= new Set(
    sourceFiles(/^docs\/decisions\/\d{4}-/).map(({ path }) => path.slice('docs/decisions/'.length).slice(0, 4)),
  )
  return decisions
}
