// The operator's settings of sources (`<data>/config/item-market.json`): `{ "sources": { "skinport": { "base":
// "http://mirror:8080", "gapMs": 1000 } }, "steam": { "base": "…", "gapMs": 4000 } }`.
import { withoutTrailing } from '#define/texts'
import { fieldOf } from './source.ts'

interface SourceSettings {
  readonly base: string
  readonly gapMs: number
}
interface PriceSettings {
  /** Returns the settings of a source, with its own defaults for missing ones. */
  of(source: { readonly key: string } & SourceSettings): SourceSettings
}

const noSettings: PriceSettings = { of: (source) => source }

/** Returns the settings of a parsed file, or of none. Throws a message for the operator if an entry is invalid. */
export function settingsOf(config: unknown): PriceSettings {
  if (typeof config !== 'object' || config === null) return noSettings
  const entries = new Map<string, Partial<SourceSettings>>()
  for (const [key, entry] of Object.entries(Object(fieldOf(config, 'sources')))) entries.set(key, entryOf(key, entry))
  const steam = fieldOf(config, 'steam')
  if (steam !== undefined) entries.set('steam', entryOf('steam', steam))
  return {
    of: ({ key, base, gapMs }) => ({ base, gapMs, ...entries.get(key) }),
  }
}

function entryOf(key: string, entry: unknown): Partial<SourceSettings> {
  const base = fieldOf(entry, 'base')
  const gapMs = fieldOf(entry, 'gapMs')
  if (base !== undefined && !(typeof base === 'string' && isAddress(base)))
    throw new Error(`item-market.json: base of ${key} must be an http or https address`)
  if (gapMs !== undefined && !(typeof gapMs === 'number' && gapMs >= 0 && gapMs <= 3_600_000))
    throw new Error(`item-market.json: gapMs of ${key} must be 0 to 3600000`)
  return {
    ...(typeof base === 'string' ? { base: withoutTrailing(base, '/') } : {}),
    ...(typeof gapMs === 'number' ? { gapMs } : {}),
  }
}

function isAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}
