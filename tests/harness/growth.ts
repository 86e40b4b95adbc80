// Measures how CPU time grows with the length of a text. Work on callers' text must be linear: tests of readers assert
// it with the worst texts for their expressions and loops, such as `'='.repeat(length)`.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface GrowthOptions<T> {
  /** Returns the text, or the bytes, of about this length. */
  readonly text: (length: number) => T
  readonly work: (text: T) => unknown
  /** The longest text tried: 256 kB unless the subject accepts less, or more is of interest. */
  readonly longest?: number
}
export interface Growth {
  /** CPU time of the longest text tried over that of a text a quarter as long; 0 if too short to be measured. */
  readonly ratio: number
  readonly length: number
  readonly ms: number
}

/** Linear work takes 4 times as long for a text 4 times as long, quadratic work 16 times. */
const step = 4
export const mostGrowth = 10
/** Below this, garbage collection alone produces such ratios. */
const floorMs = 100
/** CPU time of measurements before a growth beyond the limit is accepted as real: ten of the shortest work. */
const doubtMs = 2000

/** Fails if a text four times as long takes more than ten times the CPU time of the process. */
export async function assertLinear<T = string>(options: GrowthOptions<T>, what = 'the work'): Promise<void> {
  const growth = await growthOf(options)
  assert.ok(growth.ratio <= mostGrowth, `${what} grows faster than its text: ${described(growth)}`)
}

/** Tells the growth that was worst, of at most 60 rows; `of` are their further columns. For the end of a file. */
export function testWorst<Row extends Growth>(
  rows: readonly Row[],
  columns: readonly string[],
  of: (row: Row) => readonly string[],
): void {
  test('what grew most', (t) => {
    t.diagnostic(`| ${['Ratio', 'CPU time', 'Length', ...columns].join(' | ')} |`)
    t.diagnostic(`|${'---|'.repeat(columns.length + 3)}`)
    for (const row of rows.toSorted((a, b) => b.ratio - a.ratio || b.ms - a.ms).slice(0, 60))
      t.diagnostic(`| ${[row.ratio.toFixed(1), `${row.ms.toFixed(0)} ms`, row.length, ...of(row)].join(' | ')} |`)
  })
}

export const described = ({ ratio, length, ms }: Growth): string =>
  `${ms.toFixed(0)} ms for ${length} characters, ${ratio.toFixed(1)} times that of a quarter of them`

/** Returns the first growth beyond `mostGrowth` that persists in repeated measurements; otherwise the worst. */
export async function growthOf<T>({ text, work, longest = 2 ** 18 }: GrowthOptions<T>): Promise<Growth> {
  let worst: Growth = { ratio: 0, length: 0, ms: 0 }
  for (const length of [longest / step ** 3, longest / step ** 2, longest / step, longest].map(Math.floor)) {
    const whole = text(length)
    const first = await cpuMsOf(() => work(whole))
    if (first < floorMs) {
      if (worst.ratio === 0) worst = { ratio: 0, length, ms: first }
      continue
    }
    const quarter = text(Math.floor(length / step))
    const growth = {
      ...(await compared(
        () => work(quarter),
        () => work(whole),
      )),
      length,
    }
    if (growth.ratio >= worst.ratio) worst = growth
    if (growth.ratio > mostGrowth) break
  }
  return worst
}

/**
 * Compares the minimum of several runs each: cold code, other work and garbage collection only add to it. A run that is
 * short escapes them more easily, so a growth beyond the limit counts only against runs in a row that take as long.
 */
async function compared(few: () => unknown, many: () => unknown): Promise<Pick<Growth, 'ratio' | 'ms'>> {
  let ms = Number.POSITIVE_INFINITY
  const against = async (fewMs: number) => {
    ms = Math.min(ms, await cpuMsOf(many))
    return ms < floorMs ? 0 : ms / Math.max(fewMs, floorMs / step ** 2)
  }
  let ratio = await against(Math.min(await cpuMsOf(few), await cpuMsOf(few)))
  let fewMs = Number.POSITIVE_INFINITY
  for (let spentMs = 0; spentMs < doubtMs && ratio > mostGrowth; ) {
    const inARowMs = await cpuMsOf(() => inARow(few))
    fewMs = Math.min(fewMs, inARowMs / mostGrowth)
    ratio = await against(fewMs)
    spentMs += inARowMs + ms
  }
  return { ratio, ms }
}

async function inARow(work: () => unknown): Promise<void> {
  for (let run = 0; run < mostGrowth; run++) await work()
}

/** Returns the CPU time of all threads of the process, and of ended child processes, while `work` runs. */
async function cpuMsOf(work: () => unknown): Promise<number> {
  const [before, ofOthers] = [process.cpuUsage(), endedProcessesMs()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 + endedProcessesMs() - ofOthers
}

const isLinux = process.platform === 'linux'
/** Returns `cutime` and `cstime` of proc(5), in ticks of 10 ms; 0 on other systems. */
function endedProcessesMs(): number {
  if (!isLinux) return 0
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
  return (Number(user) + Number(system)) * 10
}
