// Options of a skin, from the body or the query (SOURCES 2.2). Unreadable values count as omitted; none is refused.

export interface GenerateOptions {
  /** The kind of arms; undefined to detect it from the picture. */
  readonly variant: 'classic' | 'slim' | undefined
  readonly name: string
  /** 0 is public, 1 private. */
  readonly visibility: 0 | 1
  readonly checkOnly: boolean
}
export type Fields = Readonly<Record<string, unknown>>

const maxNameLength = 24

/**
 * Reads the options. `variant` takes precedence over `model`. The compatibility layer keeps only plain characters of a
 * name.
 */
export function optionsIn(fields: Fields, query: URLSearchParams, layer: 'v1' | 'compat'): GenerateOptions {
  const textOf = (name: string): string => stringOf(fields[name]) || (query.get(name) ?? '')
  const name = textOf('name').slice(0, maxNameLength).trim()
  const checkOnly = textOf('checkOnly')
  return {
    variant: variantIn(textOf('variant')) ?? variantIn(textOf('model')),
    name: layer === 'compat' ? name.replace(/[^A-Za-z0-9_.\- ]/g, '') : name,
    visibility: Number(textOf('visibility')) === 1 ? 1 : 0,
    // the provider takes any string for true, but `false` and `0` hardly mean that
    checkOnly: !['', 'false', '0'].includes(checkOnly),
  }
}

const variants: Readonly<Record<string, 'classic' | 'slim'>> = {
  classic: 'classic',
  default: 'classic',
  steve: 'classic',
  slim: 'slim',
  alex: 'slim',
}

function variantIn(text: string): 'classic' | 'slim' | undefined {
  const name = text.toLowerCase()
  return Object.hasOwn(variants, name) ? variants[name] : undefined
}

/** The field as text; empty for an object or a list. */
export function stringOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
