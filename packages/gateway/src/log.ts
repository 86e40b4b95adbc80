// Structured logs, one JSON line each, on standard output. Secrets are `Secret` values and print as such; what still looks like
// a key of the gateway's own is masked here as the last guard.
import { pino } from 'pino'
import type { Log as BaseLog } from '#define'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export interface Log extends BaseLog {
  /** Whether ordinary calls are logged too. */
  readonly callsWanted: boolean
  /** One ordinary call. */
  call(facts: Record<string, unknown>): void
}

const keyText = /gh_(?:live|market|admin)_[0-9A-Za-z]+(?:_[0-9A-Za-z]+)?/g

/** Makes the log; `write` takes whole lines and is standard output unless a test says otherwise. */
export function createLog(level: LogLevel, write?: (line: string) => void): Log {
  const destination = {
    write: (line: string) => (write ?? ((text) => process.stdout.write(text)))(line.replace(keyText, '[key]')),
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
    callsWanted: logger.isLevelEnabled('debug'),
    call: (facts) => logger.debug(facts, 'call'),
    info: (message, facts) => logger.info(facts ?? {}, message),
    warn: (message, facts) => logger.warn(facts ?? {}, message),
    error: (message, facts) => logger.error(facts ?? {}, message),
  }
}

/** Members that never print, wherever a caller of the log might put them. */
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
