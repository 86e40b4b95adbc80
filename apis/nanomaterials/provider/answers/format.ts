// The requested format: from `media`, `accept-header`, or the Accept header (SOURCES 1.3).
import type { Call } from '#define'

const formats = {
  json: ['application/json', 'application/x-javascript', 'application/javascript', 'text/javascript'],
  csv: ['text/csv'],
  tsv: ['text/plain', 'text/tab-separated-values'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  isa: ['application/isa+json'],
  jsonld: ['application/ld+json'],
  turtle: ['text/turtle', 'application/x-turtle'],
  ntriples: ['application/n-triples', 'text/n-triples'],
  rdfxml: ['application/rdf+xml'],
} as const
type Format = keyof typeof formats

/** Returns the first offered type; JSON if none is offered, for web browsers and plain clients. */
export function formatOf<F extends Format>({ query, headers }: Call['request'], offered: readonly F[]): F | 'json' {
  const asked = query.get('media') || query.get('accept-header') || headers.accept || ''
  const types = asked
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find((one) => one !== undefined)
      return { type: type.trim(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  for (const { type } of types) {
    const found = offered.find((format) => formats[format].some((name) => name === type))
    if (found !== undefined) return found
  }
  return 'json'
}

export function contentTypeOf(format: Format): string {
  const [type] = formats[format]
  return format === 'xlsx' ? type : `${type}; charset=utf-8`
}
