// Reads TMX 1.4 as it arrives and writes it as it is sent. A document type without its own declarations is skipped,
// because many tools write one; nothing else of it is used.
import { decodeUtf8, type XmlElement, xmlRecords } from '#provider/import'
import type { MemoryRecord, NewSegment, Segment } from './store.ts'

interface TmxUnit extends NewSegment {
  /** Language code of the source text. */
  readonly language: string
}

const maxUnit = 200_000
const headBytes = 16_384

/** Yields units with a source and a target, or undefined if one is missing. Throws `import.invalid`. */
export async function* readTmx(chunks: AsyncIterable<Buffer>): AsyncGenerator<TmxUnit | undefined> {
  let sourceLanguage = ''
  const isRecord = (name: string) => name === 'header' || name === 'tu'
  for await (const { element } of xmlRecords(withoutDoctype(decodeUtf8(chunks)), { isRecord, maxLength: maxUnit })) {
    if (element.name === 'header') sourceLanguage = element.attributes.srclang ?? ''
    else yield unitOf(element, element.attributes.srclang ?? sourceLanguage)
  }
}

function unitOf({ children }: XmlElement, sourceLanguage: string): TmxUnit | undefined {
  const variants = children
    .filter(({ name }) => name === 'tuv')
    .map(({ attributes, children: parts }) => ({
      language: canonical(attributes['xml:lang'] ?? attributes.lang ?? ''),
      text: textOf(parts.find(({ name }) => name === 'seg')).trim(),
    }))
    .filter(({ language, text }) => language !== '' && text !== '')
  const wanted = canonical(sourceLanguage)
  const source =
    variants.find(({ language }) => language === wanted) ??
    variants.find(({ language }) => language.split('-')[0] === wanted.split('-')[0]) ??
    (wanted === '' ? variants[0] : undefined)
  if (!source) return undefined
  const others = variants.filter((variant) => variant !== source)
  if (others.length === 0) return undefined
  const targets = Object.fromEntries(others.map(({ language, text }) => [language, text]))
  return { language: source.language, source: source.text, targets }
}

/** The text with the words of highlights, without native codes. */
function textOf(segment: XmlElement | undefined): string {
  if (!segment) return ''
  let text = ''
  let from = 0
  for (const child of segment.children) {
    text += segment.text.slice(from, child.at) + (child.name === 'hi' ? textOf(child) : '')
    from = child.at
  }
  return text + segment.text.slice(from)
}

/** Turns `EN_us` into `en-US`; returns an empty string for an invalid code, such as `*all*`. */
function canonical(code: string): string {
  const [base = '', ...rest] = code.trim().split(/[-_]/)
  if (!/^[a-z]{2,3}$/i.test(base) || rest.some((part) => !/^[a-z\d]{2,8}$/i.test(part))) return ''
  const parts = rest.map((part) =>
    part.length === 4 ? part[0]?.toUpperCase() + part.slice(1).toLowerCase() : part.toUpperCase(),
  )
  return [base.toLowerCase(), ...parts].join('-')
}

async function* withoutDoctype(text: AsyncIterable<string>): AsyncGenerator<string> {
  let head: string | undefined = ''
  for await (const chunk of text) {
    if (head === undefined) {
      yield chunk
      continue
    }
    head += chunk
    if (head.length < headBytes && !/<tmx[\s>]/.test(head)) continue
    yield stripped(head)
    head = undefined
  }
  if (head !== undefined) yield stripped(head)
}

const stripped = (head: string) => head.replace(/<!DOCTYPE[^<>[\]]{0,2000}>/i, '')

/** The memory as one TMX document, in chunks. */
export async function* writeTmx(memory: MemoryRecord, segments: AsyncIterable<Segment>): AsyncGenerator<Buffer> {
  const language = escaped(memory.source)
  yield Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n<header creationtool="gatehouse" ` +
      `creationtoolversion="1" segtype="sentence" o-tmf="gatehouse" adminlang="en" srclang="${language}" ` +
      `datatype="plaintext"/>\n<body>\n`,
  )
  for await (const { source, targets } of segments) {
    const variants = [[memory.source, source] as const, ...Object.entries(targets)]
    const written = variants.map(([code, text]) => `<tuv xml:lang="${escaped(code)}"><seg>${escaped(text)}</seg></tuv>`)
    yield Buffer.from(`<tu>${written.join('')}</tu>\n`)
  }
  yield Buffer.from('</body>\n</tmx>\n')
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
