// The kit for tests of providers: a clock that only the test advances, random draws under the test's control, a
// recorded log, and everything else refused until a test replaces it.
import type { Log, ProviderKit, Random } from '#define'

const refuse = (part: string) => (): never => {
  throw new Error(`the kit of this test has no ${part}`)
}

let passes = 0

/** A kit whose parts all throw when used. */
export const emptyKit: ProviderKit = {
  db: new Proxy({} as ProviderKit['db'], { get: refuse('database') }),
  dialect: 'sqlite',
  now: refuse('clock'),
  today: refuse('clock'),
  random: { bytes: refuse('random draws'), int: refuse('random draws') },
  fetch: async () => refuse('fetcher')(),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  cacheFolder: '',
  filesFolder: '',
  modelsFolder: '',
  enginesFolder: '',
  ask: async () => refuse('other API')(),
  secrets: {
    put: async () => refuse('secrets')(),
    remove: async () => refuse('secrets')(),
    names: async () => refuse('secrets')(),
    sign: async () => refuse('secrets')(),
  },
  outbound: async () => refuse('way out')(),
  config: undefined,
  keyWorks: async () => true,
  issuePass: async (key) => `pass-${passes++}-of-${key}`,
  mayCallOut: false,
  spendingLimit: () => undefined,
  scripts: undefined,
}

/** A clock that moves only when advanced. */
export interface TestClock {
  now(): number
  today(): string
  /** Advances the clock by milliseconds. */
  advance(ms: number): void
  /** Sets the clock to an ISO time. */
  set(time: string): void
}

export function createTestClock(time: string): TestClock {
  let nowMs = Date.parse(time)
  return {
    now: () => nowMs,
    today: () => new Date(nowMs).toISOString().slice(0, 10),
    advance: (ms) => {
      nowMs += ms
    },
    set: (next) => {
      nowMs = Date.parse(next)
    },
  }
}

/** Draws at the fraction `share()` of the range, 0 inclusive to 1 exclusive; all bytes are the same. */
export function createDraws(share: () => number): Random {
  return {
    bytes: (count) => Buffer.alloc(count, Math.floor(share() * 256)),
    int: (min, max) => min + Math.floor(share() * (max - min + 1)),
  }
}

/** A log that records its lines as `message {"field":…}`. */
export function createLogLines(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = []
  const write = (message: string, fields: object = {}) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  return { lines, log: { info: write, warn: write, error: write } }
}
