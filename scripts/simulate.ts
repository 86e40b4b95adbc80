// `npm run simulate -- [seeds] [first seed]`: simulates processes, their database and their Redis under faults
// (tests/simulation), 10,000 seeds by default, on all cores. `npm run simulate -- --seed 42` shows the events of a
// single seed.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { root } from './run-tests.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } })

/** Runs every `step`th seed; resolves to its printed lines. */
async function runSeeds(from: number, count: number, step: number): Promise<string[]> {
  const args = ['--disable-warning=ExperimentalWarning', 'tests/simulation/seeds.ts', `${from}`, `${count}`, `${step}`]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"violations"')) process.stdout.write(`${line}\n`)
    lines.push(line)
  }
  const status = await ended
  if (status !== 0) throw new Error(`a part of the seeds ended with status ${status}`)
  return lines
}

if (values.seed !== undefined) {
  const lines = await runSeeds(Number(values.seed), 1, 1)
  process.stdout.write(`${lines.filter((line) => !line.includes('"violations"')).join('\n')}\n`)
  process.exitCode = lines.some((line) => line.includes('"violations"')) ? 1 : 0
} else {
  const [seeds = 10_000, first = 1] = positionals.map(Number)
  const parts = Math.min(availableParallelism(), seeds)
  const beganMs = performance.now()
  const lines = await Promise.all(
    Array.from({ length: parts }, (_, part) =>
      runSeeds(first + part, Math.floor((seeds - part - 1) / parts) + 1, parts),
    ),
  )
  const failed = lines.flat().filter((line) => line.includes('"violations"')).length
  const seconds = Math.round((performance.now() - beganMs) / 1000)
  process.stdout.write(`${seeds} seeds in ${seconds} s, ${failed} of them broke a promise\n`)
  if (failed > 0) process.stdout.write('Repeat one with: npm run simulate -- --seed <seed>\n')
  process.exitCode = failed > 0 ? 1 : 0
}
