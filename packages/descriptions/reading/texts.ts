// The texts of a document, made safe to show: nothing in them is HTML, they hold no invisible controls, and they have a
// limit.

const lineLimit = 160
const docLimit = 8000

/** Control characters but tab and line feed, and those that change the direction of what follows. */
const invisible = /(?![\t\n])\p{Cc}|[\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu
const breaking = new Set([
  'br',
  'p',
  'div',
  'li',
  'ul',
  'ol',
  'tr',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'hr',
])
const inline = new Set(
  `a abbr audio b base big blockquote body button center cite code dd del details dfn dl dt em embed font form frame head html
  i iframe img input ins kbd link main math mark meta nav noscript object option s samp script section select small span
  strike strong style sub summary sup svg tbody td template textarea tfoot th thead title tt u var video`.split(/\s+/),
)
/** One tag, with attributes of a bounded length. */
const tag = /<(\/?)([a-zA-Z][a-zA-Z0-9]{0,15})(\s[^<>]{0,2000})?\/?>/g

/** Returns a text of several lines. HTML tags become line breaks or nothing; what else looks like one is escaped. */
export function docOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const cleaned = withoutTags(
    text
      .slice(0, docLimit * 4)
      .replaceAll('\r\n', '\n')
      .replaceAll(invisible, ''),
  )
  const tidy = cleaned.replace(/\n{3,}/g, '\n\n').trim()
  if (tidy === '') return undefined
  return tidy.length > docLimit ? `${wellFormed(tidy.slice(0, docLimit))}…` : tidy
}

/** Returns a text as one line without a full stop at its end, for titles and summaries. */
export function lineOf(text: unknown): string | undefined {
  const [first = ''] = (docOf(text) ?? '').split(/\n\s*\n/, 1)
  const line = first.replace(/\s+/g, ' ').trim()
  if (line === '') return undefined
  if (line.length <= lineLimit) return line.endsWith('.') && !line.endsWith('..') ? line.slice(0, -1) : line
  const cut = line.lastIndexOf(' ', lineLimit)
  return `${wellFormed(line.slice(0, cut > lineLimit / 2 ? cut : lineLimit))}…`
}

function withoutTags(text: string): string {
  if (!text.includes('<')) return text
  const replaced = text.replace(tag, (whole, _slash, name: string) => {
    const kind = name.toLowerCase()
    if (breaking.has(kind)) return '\n'
    return inline.has(kind) ? '' : whole
  })
  // what is left may be a placeholder such as `<token>`, or a tag that removing another one has made
  return replaced.replace(/<(?=[a-zA-Z/!?])/g, '\\<')
}

/** Drops half of a character that a cut has left at the end. */
function wellFormed(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}
