// `npm run fuzz`: repeats the property tests and the other random tests with new seeds until one fails or the rounds
// are over. `npm run fuzz -- --rounds 20 apis/personal-finance` limits it; GATEHOUSE_FUZZ_SEED repeats a seed.
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allTestFiles, root, runTests, testFilesBelow } from './run-tests.ts'

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const candidates = positionals.length > 0 ? testFilesBelow(positionals) : allTestFiles()
const files = candidates.filter((file) => /from 'fast-check'|\/seed\.ts'/.test(readFileSync(join(root, file), 'utf8')))
if (files.length === 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error('Usage: npm run fuzz -- [--rounds <number>] [folder or test file with random tests …]')
  process.exit(1)
}

for (let round = 1; round <= rounds; round++) {
  const seed = process.env.GATEHOUSE_FUZZ_SEED ?? String(randomInt(2 ** 31))
  console.log(`\nround ${round} of ${rounds}, seed ${seed}, ${files.length} files`)
  const status = runTests(files, { GATEHOUSE_FUZZ_SEED: seed })
  if (status === 0) continue
  console.error(`\nRepeat this with: GATEHOUSE_FUZZ_SEED=${seed} npm run fuzz -- ${positionals.join(' ')}`)
  process.exit(status)
}
