// Translates YAML: the values of mappings and the items of lists, in their notation. Keys, comments, anchors and
// indentation stay.
import { Lexer } from 'yaml'
import { inPlaces, type Place } from './places.ts'

/** Plain values that are constants and numbers rather than text. */
const constant =
  /^(?:true|false|null|yes|no|on|off|~|[-+]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?|0[xob][\da-f_]+|[-+]?\.(?:inf|nan))$/i
/** Texts that need quotes: they contain what a plain value cannot, or would mean something else. */
const needsQuotes = /^[\s\-?:,[\]{}#&*!|>'"%@`]|:(?:\s|$)|\s#|\s$|^[\d.+-]+$/

export const translateYaml = inPlaces(function* (text) {
  let offset = 0
  let isPlain = false
  /** The brackets that are open, of lists and mappings in one line. */
  const flow: string[] = []
  let block = ''
  /** True after what begins an entry of such a mapping, where a key is. */
  let isEntry = false
  /** True after a question mark: the block that follows is a key. */
  let isKey = false
  /** True after a tag of a type that is not text, such as `!ruby/regexp`. */
  let isTyped = false
  /** True if the last scalar is the key of an entry. */
  let isLone = false
  /** The last scalar; a key if a colon follows. */
  let waiting: Place | undefined
  for (const token of new Lexer().lex(text)) {
    // the lexer marks the start of documents and plain scalars; its marks are not part of the text
    if (token === '\x02' || token === '\x18' || token === '\x1f') {
      isPlain = token === '\x1f'
      continue
    }
    const start = offset
    offset += token.length
    const isScalar = isPlain || /^["']/.test(token)
    if (!isScalar && token.startsWith('!')) isTyped = !/^!(?:!str)?$/.test(token)
    if (isScalar && block !== '' && !isTyped && !isKey) yield* blockPlaces(token, start, block.startsWith('>'))
    if (waiting && !/^\s+$/.test(token)) {
      // a lone key of a mapping has no colon
      if (token !== ':' && !isLone) yield waiting
      waiting = undefined
    }
    if (isScalar) isLone = isKey || (isEntry && flow.at(-1) === '{')
    if (!/^\s+$/.test(token)) {
      isEntry = token === '{' || (token === ',' && flow.length > 0)
      isKey = token === '?' || (isKey && !isScalar)
    }
    if (isScalar && block === '') waiting = isTyped ? undefined : scalarPlace(token, start, flow.length > 0)
    if (isScalar) {
      block = ''
      isTyped = false
    } else if (/^[|>]/.test(token)) block = token
    else if (token === '[' || token === '{') flow.push(token)
    else if (token === ']' || token === '}') flow.pop()
    isPlain = false
  }
  if (waiting && !isLone) yield waiting
})

/** Characters by the letter after the backslash (YAML 1.2, section 5.7). */
const escapes: Readonly<Record<string, string>> = {
  0: '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
}
const unescaped = (text: string) =>
  text.replaceAll(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U(00[01][\da-fA-F]{5})|([\s\S]))/g,
    (_found: string, byte?: string, unit?: string, code?: string, letter = '') => {
      const digits = byte ?? unit ?? code
      const point = digits === undefined ? Number.NaN : Number.parseInt(digits, 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : (escapes[letter] ?? letter)
    },
  )

function scalarPlace(token: string, start: number, inFlow: boolean): Place | undefined {
  const place = { start, end: start + token.length }
  const folded = (text: string) => text.replaceAll(/(?<![ \t])[ \t]*(?:\r?\n|\r)\s*/g, ' ')
  if (token.startsWith('"'))
    return {
      ...place,
      text: unescaped(folded(token.slice(1, -1).replaceAll(/\\\r?\n\s*/g, ''))),
      write: JSON.stringify,
    }
  if (token.startsWith("'")) {
    const text = folded(token.slice(1, -1)).replaceAll("''", "'")
    return {
      ...place,
      text,
      write: (said) => (/[\r\n]/.test(said) ? JSON.stringify(said) : `'${said.replaceAll("'", "''")}'`),
    }
  }
  if (constant.test(token)) return undefined
  const isSafe = (said: string) =>
    !needsQuotes.test(said) && !constant.test(said) && !/[\r\n]/.test(said) && !(inFlow && /[,[\]{}]/.test(said))
  return { ...place, text: folded(token), write: (said) => (isSafe(said) ? said : JSON.stringify(said)) }
}

/**
 * The texts of a block. Lines of a literal block are significant; equally indented lines of a folded block are one
 * text.
 */
function* blockPlaces(block: string, offset: number, isFolded: boolean): Generator<Place> {
  let open: { indent: string; start: number; end: number; text: string } | undefined
  const place = ({ start, end, text }: NonNullable<typeof open>): Place => ({
    start,
    end,
    text,
    write: (said) => said.replaceAll(/[\r\n]+/g, ' '),
  })
  for (const { 0: line, 1: indent = '', 2: text = '', index } of block.matchAll(
    /([ \t]*)([^\r\n]*)(?:\r\n|\n|\r|$)/g,
  )) {
    if (line === '') break
    const start = offset + index + indent.length
    if (isFolded && open && text !== '' && open.indent === indent) {
      open = { ...open, end: start + text.length, text: `${open.text} ${text}` }
      continue
    }
    if (open) yield place(open)
    open = text === '' ? undefined : { indent, start, end: start + text.length, text }
  }
  if (open) yield place(open)
}
