// Runs test files with the project's own flags: two processes at a time for each core, a limit on each test,
// failures printed in full at the end.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { modulesOf } from './shared-processes.ts'

export const root = fileURLToPath(new URL('../', import.meta.url))

const patterns = ['apis/**/*.test.ts', 'packages/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts']

const flags = [
  '--import=./tests/harness/untracked-promises.ts',
  '--import=./tests/harness/fixed-seed.ts',
  // each file builds its data and ends: a tenth of its time was the collection of live objects
  '--max-semi-space-size=32',
  '--test',
  // half of a file's time is waiting: for databases, sockets, browsers and clocks
  `--test-concurrency=${2 * availableParallelism()}`,
  '--test-timeout=180000',
  '--test-reporter=dot',
  '--test-reporter-destination=stdout',
  '--test-reporter=./scripts/failures-reporter.ts',
  '--test-reporter-destination=stdout',
]

/** Returns every test file of the project, in order of path. */
export function allTestFiles(): string[] {
  const isForeign = (name: string) => name === 'node_modules' || name === 'dist'
  return globSync(patterns, { cwd: root, exclude: isForeign }).sort()
}

/** Returns the test files at or below one of the paths; paths may start with `./`. */
export function testFilesBelow(paths: readonly string[], files = allTestFiles()): string[] {
  const prefixes = paths.map((path) => path.replace(/^\.\//, '').replace(/\/+$/, ''))
  return files.filter((file) => prefixes.some((path) => file === path || file.startsWith(`${path}/`)))
}

/** Runs the files and returns the exit status. */
export function runTests(files: readonly string[], environment: Readonly<Record<string, string>> = {}): number {
  // each file is a process that loads much of the tree
  const compileCache = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/tests/', import.meta.url)) }
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tests-'))
  const env = { ...compileCache, ...process.env, GATEHOUSE_TEST_BLANKS: folder, ...environment }
  try {
    const modules = modulesOf(files, { root, folder })
    const { status } = spawnSync(process.execPath, [...flags, ...modules], { cwd: root, stdio: 'inherit', env })
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
