// Settings of the operator's file (`<data>/config/game-skins.json`): `{ "delayMillis": 500, "perMinute": 60,
// "skinsPerAccount": 1000 }`.

export interface Settings {
  /** Delay between two skins of one key, in milliseconds; a multiple of 50 (SOURCES 5.1). */
  readonly delayMillis: number
  readonly perMinute: number
  /** Limit of generated skins; those of the sample do not count. */
  readonly skinsPerAccount: number
}

const limits = {
  delayMillis: { default: 2000, min: 50, max: 60_000 },
  perMinute: { default: 20, min: 1, max: 10_000 },
  skinsPerAccount: { default: 5000, min: 1, max: 100_000 },
} as const

/**
 * Reads the settings of a parsed file, or the defaults if it is undefined. Throws a message for the operator if one is
 * invalid.
 */
export function settingsOf(config: unknown): Settings {
  return {
    delayMillis: Math.ceil(numberIn(config, 'delayMillis') / 50) * 50,
    perMinute: numberIn(config, 'perMinute'),
    skinsPerAccount: numberIn(config, 'skinsPerAccount'),
  }
}

function numberIn(config: unknown, name: keyof typeof limits): number {
  const { default: standard, min, max } = limits[name]
  const value: unknown = Object(config)[name] ?? standard
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw new Error(`game-skins.json: ${name} must be a whole number from ${min} to ${max}`)
}
