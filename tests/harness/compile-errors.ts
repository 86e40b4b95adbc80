// Runs the compiler over a file of type checks: lines after a marker must not compile, each separately; all others
// must.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const marker = '// must not compile: '
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the line numbers, from 1, that a check expects to be wrong. */
export function expectedLines(source: string): number[] {
  return source.split('\n').flatMap((line, index) => (line.trim().startsWith(marker) ? [index + 1] : []))
}

/**
 * Returns the line numbers of compiler errors; `home` is the folder from which the source's relative imports start.
 */
export function linesWithErrors(source: string, home: string): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-types-'))
  try {
    const typeRoots = [join(root, 'node_modules/@types')]
    const settings = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { typeRoots, noUnusedLocals: false },
      include: [],
      files: ['check.ts'],
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    writeFileSync(
      join(folder, 'check.ts'),
      source.replaceAll("from './", `from '${home}/`).replaceAll("from '../", `from '${dirname(home)}/`),
    )
    const done = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      cwd: folder,
    })
    const errors = done.stdout.split('\n').filter((line) => line.includes('error TS'))
    assert.deepEqual(
      errors.filter((line) => !line.startsWith('check.ts(')),
      [],
    )
    return [...new Set(errors.map((line) => Number(/\((\d+),/.exec(line)?.[1])))]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
