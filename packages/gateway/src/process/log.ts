// Structured logs: one JSON line per message, on standard output. Secrets are `Secret` values, which never print; as a
// last line of defence, text that looks like one of the gateway's own keys is masked here.
import { pino } from 'pino'
import type { Log as BaseLog } from '#define'
import { createRecentLines, type RecentLines } from './recent-lines.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export interface Log extends BaseLog {
  /** True if ordinary calls are logged, too. */
  readonly callsWanted: boolean
  /** Logs an ordinary call. */
  call(fields: Record<string, unknown>): void
  /** The latest lines of this process. */
  readonly recent: Pick<RecentLines, 'latest'>
}

const keyPattern = /gh_(?:live|market|admin)_[0-9A-Za-z]+(?:_[0-9A-Za-z]+)?/g

/** Creates the log. `write` receives whole lines, which go to standard output by default. */
export function createLog(level: LogLevel, write?: (line: string) => void): Log {
  const recent = createRecentLines()
  const output = write ?? ((line: string) => process.stdout.write(line))
  const destination = {
    write(line: string) {
      const masked = line.replace(keyPattern, '[key]')
      recent.add(masked)
      output(masked)
    },
  }
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redacted, censor: '[secret]' },
  }
  const logger = pino(options, destination)
  return {
    recent,
    callsWanted: logger.isLevelEnabled('debug'),
    call: (fields) => logger.debug(fields, 'call'),
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  }
}

/** Fields that are never printed, at the top level and one level down. */
const redacted = [
  'key',
  'secret',
  'password',
  'token',
  'authorization',
  'cookie',
  'headers',
  '*.key',
  '*.secret',
  '*.password',
  '*.token',
  '*.authorization',
  '*.cookie',
  '*.headers',
]
