// Runs test files with the project's own flags: two at a time, a limit on each, failures printed in full at the end.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../', import.meta.url))

const patterns = ['apis/**/*.test.ts', 'packages/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts']

const flags = [
  '--import=./tests/untracked-promises.ts',
  '--import=./tests/fixed-seed.ts',
  // each file builds what it needs and ends: a tenth of its time was the collection of what is still in use
  '--max-semi-space-size=32',
  '--test',
  '--test-concurrency=2',
  '--test-timeout=180000',
  '--test-reporter=dot',
  '--test-reporter-destination=stdout',
  '--test-reporter=./scripts/failures-reporter.ts',
  '--test-reporter-destination=stdout',
]

/** Every test file of the project, by path. */
export function allTestFiles(): string[] {
  const isForeign = (name: string) => name === 'node_modules' || name === 'dist'
  return globSync(patterns, { cwd: root, exclude: isForeign }).sort()
}

/** The test files at or below one of the paths; paths may start with `./`. */
export function testFilesBelow(paths: readonly string[], files = allTestFiles()): string[] {
  const prefixes = paths.map((path) => path.replace(/^\.\//, '').replace(/\/+$/, ''))
  return files.filter((file) => prefixes.some((path) => file === path || file.startsWith(`${path}/`)))
}

/** Runs the files and returns the exit status. */
export function runTests(files: readonly string[], environment: Readonly<Record<string, string>> = {}): number {
  // each file is a process that loads much of the tree
  const compileCache = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/tests/', import.meta.url)) }
  const env = { ...compileCache, ...process.env, ...environment }
  const { status } = spawnSync(process.execPath, [...flags, ...files], { cwd: root, stdio: 'inherit', env })
  return status ?? 1
}
