// Reads the elements of an OFX file: SGML (version 1, elements without end tags) and XML (version 2). Banks write
// neither well, so a `<` that begins no tag is text, and HTML entities are decoded.
import { invalidImport } from '#provider/import'

/** A tag and the text after it. */
export interface OfxElement {
  readonly name: string
  readonly isEnd: boolean
  readonly text: string
  readonly line: number
}

/** Longer than any element of a statement. */
const maxElementLength = 16 * 1024

/** Yields the elements. Throws `import.invalid` for one without an end. */
export async function* elementsOf(text: AsyncIterable<string>): AsyncGenerator<OfxElement> {
  const reader = createReader()
  for await (const piece of text) yield* reader.add(piece)
  yield* reader.end()
}

function createReader() {
  let rest = ''
  let line = 1
  let open: { readonly name: string; readonly isEnd: boolean; readonly line: number } | undefined
  let content = ''

  /** Consumes text up to an index of `rest`. */
  const take = (end: number, isLiteral: boolean): void => {
    const taken = rest.slice(0, end)
    content += isLiteral ? taken : decoded(taken)
    line += taken.split('\n').length - 1
    rest = rest.slice(end)
    if (content.length > maxElementLength) throw invalidImport(`line ${line}: an element does not end`)
  }
  const element = (): OfxElement[] => (open ? [{ ...open, text: open.isEnd ? '' : content.trim() }] : [])

  /** Reads tags up to a limit. A tag needs the text after its `<`, so the last part waits for the next chunk. */
  function* readTo(limit: number): Generator<OfxElement> {
    let left = limit
    for (let at = rest.indexOf('<'); at >= 0 && at < left; ) {
      const tag = tagAt(rest, at)
      if (!tag) {
        at = rest.indexOf('<', at + 1)
        continue
      }
      take(at, false)
      if (tag.kind === 'text') content += rest.slice(tag.from - at, tag.to - at)
      else if (tag.kind === 'element') {
        yield* element()
        open = { name: tag.name, isEnd: tag.isEnd, line }
        content = ''
      }
      line += rest.slice(0, tag.end - at).split('\n').length - 1
      rest = rest.slice(tag.end - at)
      left -= tag.end
      at = rest.indexOf('<')
    }
    // the last characters could begin an entity
    if (left > 100 && !rest.slice(0, left).includes('<')) take(left - 100, false)
    else if (left > 2 * maxElementLength) throw invalidImport(`line ${line}: an element does not end`)
  }
  return {
    *add(piece: string): Generator<OfxElement> {
      rest += piece
      yield* readTo(rest.length - maxElementLength)
    },
    *end(): Generator<OfxElement> {
      yield* readTo(rest.length)
      take(rest.length, false)
      yield* element()
    },
  }
}

type Tag =
  | { readonly kind: 'element'; readonly name: string; readonly isEnd: boolean; readonly end: number }
  | { readonly kind: 'text'; readonly from: number; readonly to: number; readonly end: number }
  | { readonly kind: 'other'; readonly end: number }

const tagPattern = /<(\/?)([A-Za-z][\w.:-]{0,60})(?:\s[^<>]{0,1000})?>|<[?!][^<>]{0,2000}>/y
const cdata = '<![CDATA['

/** Returns the tag that begins at an index, or undefined. */
function tagAt(text: string, at: number): Tag | undefined {
  if (text.startsWith(cdata, at)) {
    const to = text.indexOf(']]>', at)
    return to < 0 ? undefined : { kind: 'text', from: at + cdata.length, to, end: to + 3 }
  }
  tagPattern.lastIndex = at
  const match = tagPattern.exec(text)
  if (!match) return undefined
  const end = at + match[0].length
  const [, slash, name] = match
  return name === undefined
    ? { kind: 'other', end }
    : { kind: 'element', name: name.toUpperCase(), isEnd: slash === '/', end }
}

/** HTML entities for the characters of Latin-1 from 160, in order. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const entities: ReadonlyMap<string, string> = new Map([
  ...latin1
    .split(' ')
    .map((name, at): [string, string] => [name, name === 'nbsp' ? ' ' : String.fromCodePoint(160 + at)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    euro: '€',
    ndash: '–',
    mdash: '—',
    hellip: '…',
  }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', sbquo: '‚', bdquo: '„', bull: '•', trade: '™' }),
  ...Object.entries({ OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', Zcaron: 'Ž', zcaron: 'ž' }),
])

function decoded(text: string): string {
  return text.replace(/&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,7});/g, (entityText, name: string) => {
    if (name.startsWith('#')) {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    }
    return entities.get(name) ?? entities.get(name.toLowerCase()) ?? entityText
  })
}
