// `npm test`: the check of the tree, then every test. With CI=true PostgreSQL and Redis are required (tests/services.ts).
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const check = spawnSync(process.execPath, ['scripts/check.ts'], { stdio: 'inherit' })
if (check.status !== 0) process.exit(check.status ?? 1)

const files = globSync(['apis/**/*.test.ts', 'packages/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'], {
  exclude: (name) => name === 'node_modules' || name === 'dist',
})
const flags = [
  '--test',
  '--test-concurrency=2',
  '--test-timeout=180000',
  '--test-reporter=dot',
  '--test-reporter-destination=stdout',
  '--test-reporter=./scripts/failures-reporter.ts',
  '--test-reporter-destination=stdout',
]
const tests = spawnSync(process.execPath, [...flags, ...files.sort()], { stdio: 'inherit' })
process.exit(tests.status ?? 1)
