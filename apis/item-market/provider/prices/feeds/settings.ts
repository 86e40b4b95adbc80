// What the operator's file (`<data>/config/item-market.json`) says of sources:
// `{ "sources": { "skinport": { "base": "http://mirror:8080", "gapMs": 1000 } }, "steam": { "base": "…", "gapMs": 4000 } }`.
import { fieldOf } from './source.ts'

export interface SourceSettings {
  readonly base: string
  readonly gapMs: number
}
export interface PriceSettings {
  /** The settings of a source: its own facts where the file says nothing. */
  of(source: { readonly key: string } & SourceSettings): SourceSettings
}

const read = new WeakMap<object, PriceSettings>()
const none: PriceSettings = { of: (source) => source }

/** The settings of a parsed file; undefined means none. Throws a sentence for the operator when an entry is not usable. */
export function settingsOf(config: unknown): PriceSettings {
  if (typeof config !== 'object' || config === null) return none
  const known = read.get(config)
  if (known) return known
  const entries = new Map<string, Partial<SourceSettings>>()
  for (const [key, entry] of Object.entries(Object(fieldOf(config, 'sources')))) entries.set(key, entryOf(key, entry))
  const steam = fieldOf(config, 'steam')
  if (steam !== undefined) entries.set('steam', entryOf('steam', steam))
  const settings: PriceSettings = {
    of: ({ key, base, gapMs }) => ({ base, gapMs, ...entries.get(key) }),
  }
  read.set(config, settings)
  return settings
}

function entryOf(key: string, entry: unknown): Partial<SourceSettings> {
  const base = fieldOf(entry, 'base')
  const gapMs = fieldOf(entry, 'gapMs')
  if (base !== undefined && !(typeof base === 'string' && isAddress(base)))
    throw new Error(`item-market.json: base of ${key} must be an http or https address`)
  if (gapMs !== undefined && !(typeof gapMs === 'number' && gapMs >= 0 && gapMs <= 3_600_000))
    throw new Error(`item-market.json: gapMs of ${key} must be 0 to 3600000`)
  return {
    ...(typeof base === 'string' ? { base: base.replace(/\/+$/, '') } : {}),
    ...(typeof gapMs === 'number' ? { gapMs } : {}),
  }
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
