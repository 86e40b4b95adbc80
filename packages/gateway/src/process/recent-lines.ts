// The latest lines of the log, kept in memory so that an operator can read and follow them without access to the
// machine. They are the written lines, in which secrets are masked already.
import { randomBytes } from 'node:crypto'
import { present } from '#define/present'

const levels = ['debug', 'info', 'warn', 'error'] as const
type LineLevel = (typeof levels)[number]
export const lineLevels: readonly LineLevel[] = levels

interface LogLine {
  /** Id of the line, unique across all processes. */
  readonly id: string
  readonly at: number
  readonly level: LineLevel
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}
interface LinesWanted {
  /** Milliseconds since the epoch; lines of the same millisecond are included. */
  readonly from?: number | undefined
  /** The least important level. */
  readonly level?: LineLevel | undefined
  readonly limit: number
}
export interface RecentLines {
  add(line: string): void
  /** Returns the latest lines of the selection, oldest first. */
  latest(wanted: LinesWanted): LogLine[]
}

/** Limits of the kept lines: at most 4 MB of text. */
const usualLimits = { lines: 1000, characters: 4000 }

export function createRecentLines(limits: { readonly lines: number; readonly characters: number } = usualLimits) {
  const process = randomBytes(6).toString('base64url')
  const kept: string[] = []
  let added = 0

  return {
    add(line) {
      kept[added++ % limits.lines] = line.length > limits.characters ? shortened(line, limits.characters) : line
    },
    latest({ from = 0, level = 'debug', limit }) {
      const lines: LogLine[] = []
      const first = Math.max(0, added - limits.lines)
      for (let number = added - 1; number >= first && lines.length < limit; number--) {
        const { at, ...line } = read(present(kept[number % limits.lines]))
        if (at < from) break
        if (levels.indexOf(line.level) >= levels.indexOf(level)) lines.push({ id: `${process}-${number}`, at, ...line })
      }
      return lines.reverse()
    },
  } satisfies RecentLines
}

function read(line: string): Omit<LogLine, 'id'> {
  const { time, level, msg, ...fields }: Record<string, unknown> = JSON.parse(line)
  return {
    at: typeof time === 'string' ? Date.parse(time) : 0,
    level: levels.find((one) => one === level) ?? 'info',
    message: typeof msg === 'string' ? msg : '',
    fields,
  }
}

function shortened(line: string, characters: number): string {
  const { time, level, msg }: Record<string, unknown> = JSON.parse(line)
  const message = typeof msg === 'string' ? msg.slice(0, characters) : ''
  return JSON.stringify({ time, level, msg: message, shortened: true })
}
