// The circumstances of a run: machine, date, versions, and missing contenders.
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import type { Contender } from './contenders/contender.ts'
import { generator } from './load.ts'

export interface Machine {
  readonly lines: readonly string[]
  readonly missing: readonly string[]
  readonly versions: Readonly<Record<string, string>>
}

export function machine(contenders: readonly Contender[]): Machine {
  const there = contenders.filter(({ version }) => version !== undefined)
  const missing = contenders.filter(({ version }) => version === undefined)
  const versions = Object.fromEntries(there.map(({ name, version }) => [name, version ?? '']))
  const memory = `${(totalmem() / 1024 ** 3).toFixed(0)} GiB`
  return {
    lines: [
      `Date: ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      `Machine: ${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, ${memory}, ${type()} ${release()}`,
      `Load average before the run: ${loadavg()
        .map((one) => one.toFixed(2))
        .join(', ')}`,
      `Node ${process.version}, load by ${generator ?? 'nothing'}`,
      `Contenders: ${Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', ')}`,
    ],
    missing: missing.map(({ name }) => `Left out because it is not installed: ${name}`),
    versions,
  }
}
