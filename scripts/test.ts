// `npm test`: the check of the tree, then every test. With CI=true PostgreSQL and Redis are required
// (tests/harness/services.ts). `npm test -- apis/randomness tests/wire`: the tests below these paths, without the
// check. `npm test -- --changed`: the tests of the folders with changes since the last commit.
import { execFileSync, spawnSync } from 'node:child_process'
import { allTestFiles, root, runTests, testFilesBelow } from './run-tests.ts'

/** The folder whose tests cover a file: an API, a package, a folder of the gateway or of `tests`. */
export function folderOf(path: string): string {
  const parts = path.split('/').slice(0, -1)
  const depth = path.startsWith('packages/gateway/src/') ? 5 : 2
  return parts.slice(0, depth).join('/')
}

function changedFolders(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(changed.filter((path) => path !== '').map(folderOf))].filter((folder) => folder !== '')
}

function main(args: readonly string[]): number {
  if (args.length === 0) {
    const check = spawnSync(process.execPath, ['scripts/check.ts'], { cwd: root, stdio: 'inherit' })
    return check.status === 0 ? runTests(allTestFiles()) : (check.status ?? 1)
  }
  const paths = args.includes('--changed') ? changedFolders() : args
  const files = testFilesBelow(paths)
  if (files.length > 0) return runTests(files)
  console.error(`There are no tests below ${paths.join(', ') || 'the changed folders'}.`)
  return 1
}

if (import.meta.main) process.exit(main(process.argv.slice(2)))
