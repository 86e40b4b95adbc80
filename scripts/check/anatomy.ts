// Checks that every API folder has the same anatomy (docs/guides/adding-an-api.md), so that anyone who knows one can
// find their way around the others.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root, type SourceFile, sourceFiles } from './files.ts'

const atTop =
  /^(?:README\.md|SOURCES\.md|compared\.json|(?:api|asks|endpoints|failures|parameters|schemas|examples|live|operator|prepare|provider|tables)\.ts|[\w-]+\.test\.ts|(?:endpoints|schemas|examples|live|migrations|model|provider|engines|seed|test|fixtures)\/.*)$/
const maxProviderLines = 40
const placeholders = [
  'What it is, and for whom.',
  'What differs from the provider, and why.',
  'One sentence about what callers get here.',
  'what it is, in one line.',
]
/** Former names of `provider/errors.ts`. */
const errorNames = /\/provider\/(?:.*\/)?(?:refused|refusals?|problems|failures?|collector)\.ts$/

export function anatomy(): string[] {
  const slugs = readdirSync(join(root, 'apis'))
  return [...slugs.flatMap(folderProblems), ...migrationProblems()]
}

function folderProblems(slug: string): string[] {
  const files = sourceFiles(new RegExp(`^apis/${slug}/`))
  const has = (name: string) => existsSync(join(root, 'apis', slug, name))
  const missing = ['README.md', 'SOURCES.md', 'api.ts', 'examples.ts'].filter((name) => !has(name))
  const lists = has('migrations') && !has('migrations/list.ts') ? ['migrations/list.ts'] : []
  return [
    ...[...missing, ...lists].map((name) => `apis/${slug} has no ${name}`),
    ...sampleProblems(slug, files),
    ...leftoverProblems(files),
    ...files.flatMap((file) => fileProblems(slug, file)),
  ]
}

/** Checks that an API with an embedded provider and its README say whether the data is sample data. */
function sampleProblems(slug: string, files: readonly SourceFile[]): string[] {
  const textOf = (name: string) => files.find(({ path }) => path === `apis/${slug}/${name}`)?.text
  if (textOf('provider.ts') === undefined) return []
  const [, declared] = /^ {2}sample:\s+(null|['"`])/m.exec(textOf('api.ts') ?? '') ?? []
  if (declared === undefined) return [`apis/${slug}/api.ts does not say what its sample data is: \`sample\`, or null`]
  const readme = readFileSync(join(root, 'apis', slug, 'README.md'), 'utf8')
  if (declared !== 'null' && !/\bsample\b/i.test(readme))
    return [`apis/${slug}/README.md does not mention its sample data`]
  return []
}

/** Finds placeholder sentences from `npm run new-api`. */
function leftoverProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const left = placeholders.find((sentence) => text.includes(sentence))
    return left === undefined ? [] : [`${path} still has a sentence of the template: ${left}`]
  })
}

function fileProblems(slug: string, { path, text }: SourceFile): string[] {
  const problems: string[] = []
  const name = path.slice(`apis/${slug}/`.length)
  if (!atTop.test(name)) problems.push(`${path} has no place in the anatomy of an API folder`)
  const lines = text.split('\n').length - 1
  if (name === 'provider.ts' && lines > maxProviderLines)
    problems.push(`${path} has ${lines} lines; more than ${maxProviderLines} belong into provider/`)
  if (errorNames.test(path)) problems.push(`${path}: the provider's own errors are made in provider/errors.ts`)
  return problems
}

/** Checks that a released migration cannot change: it imports only its own folder and third-party packages. */
function migrationProblems(): string[] {
  return sourceFiles(/^apis\/[^/]+\/migrations\/.*\.ts$/).flatMap(({ path, text }) =>
    [...text.matchAll(/from '(\.[^']+|#[^']+)'/g)]
      .map(([, target = '']) => target)
      .filter((target) => target.startsWith('#') || !normalize(join(dirname(path), target)).includes('/migrations/'))
      .filter((target) => !isTypeOnly(text, target))
      .map((target) => `${path} imports ${target}: a migration is frozen and imports nothing of the provider`),
  )
}

function isTypeOnly(text: string, target: string): boolean {
  return new RegExp(`import type [^;]*?from '${target.replaceAll('.', '\\.')}'`).test(text) && target.startsWith('#')
}
