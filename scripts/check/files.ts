// The source files of the project, as git sees them: tracked, or new and not ignored.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Returns the files with matching paths, in order of path. */
export function sourceFiles(pattern: RegExp): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const paths = listed.split('\n').filter((path) => path !== '' && pattern.test(path) && existsSync(join(root, path)))
  return paths.sort().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export const isGenerated = (path: string) =>
  path.includes('/generated/') || path.startsWith('docs/reference/') || path.startsWith('docs/openapi/')
export const isTest = (path: string) =>
  /\.(?:test|cases|check|fixture)\.ts$|\/(?:fixtures|test)\//.test(path) || /^(?:tests|apis\/[^/]+\/test)\//.test(path)
