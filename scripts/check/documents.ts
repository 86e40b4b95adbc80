// Checks documents and code against each other.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isGenerated, root, sourceFiles } from './files.ts'

export async function documents(): Promise<string[]> {
  return [...dependencies(), ...decisions(), ...links()]
}

/** Checks that each dependency has a line in docs/dependencies.md, and that there are no other lines. */
function dependencies(): string[] {
  type Manifest = Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Record<string, string>>
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { dependencies: always, optionalDependencies, devDependencies } = manifest
  // engines have their own lockfile (docs/decisions/0020)
  const engines = globSync('{apis,packages}/*/engines/*/package.json', { cwd: root }).flatMap((path) =>
    Object.keys(JSON.parse(readFileSync(join(root, path), 'utf8')).dependencies),
  )
  const used = [...Object.keys({ ...always, ...optionalDependencies, ...devDependencies }), ...engines]
  const listed = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name)
  return [
    ...used.filter((name) => !listed.includes(name)).map((name) => `docs/dependencies.md has no line for ${name}`),
    ...listed
      .filter((name) => !used.includes(name))
      .map((name) => `docs/dependencies.md has a line for ${name}, which is not used`),
  ]
}

/** Checks that decision notes named in the index exist. */
function decisions(): string[] {
  return [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[a-z0-9-]+\.md)\)/g)]
    .map(([, name = '']) => name)
    .filter((file) => !existsSync(join(root, 'docs/decisions', file)))
    .map((file) => `docs/decisions/${file} is listed and missing`)
}

/** Checks that relative links of the documents lead to existing files. */
function links(): string[] {
  return sourceFiles(/\.md$/)
    .filter(({ path }) => !isGenerated(path) && !path.includes('/seed/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(root, dirname(path), target)))
        .map((target) => `${path} links to ${target}, which does not exist`),
    )
}

function read(path: string): string {
  const full = join(root, path)
  return existsSync(full) ? readFileSync(full, 'utf8') : ''
}
