// All checks that do not run the program: types, lint and format, imports, circles, exports, the anatomy of API
// folders, sizes, starts of threads, names, words, citations, regular expressions, undocumented parts of dependencies,
// defaults after an index, reflection, spread literals, documents against code, generated files. `npm test` runs it
// first.
import { spawnSync } from 'node:child_process'
import { anatomy } from './check/anatomy.ts'
import { circles } from './check/circles.ts'
import { citations } from './check/citations.ts'
import { defaults } from './check/defaults.ts'
import { documents } from './check/documents.ts'
import { exports } from './check/exports.ts'
import { imports } from './check/imports.ts'
import { names } from './check/names.ts'
import { patterns } from './check/patterns.ts'
import { reflection } from './check/reflection.ts'
import { seams } from './check/seams.ts'
import { sizes } from './check/sizes.ts'
import { spreads } from './check/spreads.ts'
import { starters } from './check/starters.ts'
import { words } from './check/words.ts'

const bin = new URL('../node_modules/.bin/', import.meta.url).pathname

function run(title: string, command: string, args: readonly string[]): boolean {
  console.log(`check: ${title}`)
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}

function report(title: string, problems: readonly string[]): boolean {
  console.log(`check: ${title}`)
  for (const problem of problems) console.error(`  ${problem}`)
  return problems.length === 0
}

/** Maximum number of type instantiations of the whole check (decision 0002). */
const instantiationLimit = 4_600_000

function types(): boolean {
  console.log('check: types')
  // several checkers each repeat many instantiations, and finish no sooner on two cores
  const args = ['--noEmit', '--extendedDiagnostics', '--checkers', '1']
  const done = spawnSync(`${bin}tsc`, args, { encoding: 'utf8' })
  const instantiations = Number(/Instantiations:\s+(\d+)/.exec(done.stdout)?.[1] ?? 0)
  if (done.status !== 0)
    console.error(
      done.stdout
        .split('\n')
        .filter((line) => line.includes('error'))
        .join('\n'),
    )
  console.log(`  ${instantiations} type instantiations`)
  return done.status === 0 && instantiations <= instantiationLimit
}

const results = [
  types(),
  run('types of the console', `${bin}tsc`, ['--noEmit', '-p', 'packages/console']),
  run('types of its tests', `${bin}tsc`, ['--noEmit', '-p', 'tests/console']),
  run('lint and format', `${bin}biome`, ['check', '--error-on-warnings', '--diagnostic-level=warn', '.']),
  report('imports', imports()),
  report('circles', circles()),
  report('exports', exports()),
  report('anatomy of APIs', anatomy()),
  report('sizes', sizes()),
  report('starts of threads', starters()),
  report('names', names()),
  report('words', words()),
  report('citations', citations()),
  report('regular expressions', patterns()),
  report('undocumented parts', seams()),
  report('defaults after an index', defaults()),
  report('reflection', reflection()),
  report('spread literals', spreads()),
  report('documents', await documents()),
  run('generated files', process.execPath, ['scripts/generate.ts', '--check']),
]
if (results.includes(false)) {
  console.error('check failed')
  process.exit(1)
}
