// Every API folder has the same anatomy (docs/guides/adding-an-api.md), so that anyone who knows one can find their way
// around the others.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root, type SourceFile, sourceFiles } from './files.ts'

const atTop =
  /^(?:README\.md|SOURCES\.md|(?:api|asks|endpoints|parameters|schemas|examples|live|operator|provider|tables)\.ts|[\w-]+\.test\.ts|(?:endpoints|schemas|examples|live|migrations|provider|engines|seed|test|fixtures)\/.*)$/
const maxProviderLines = 40
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
    ...files.flatMap((file) => fileProblems(slug, file)),
  ]
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

/** A released migration must never change what it does: it imports only its own folder and third-party packages. */
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
