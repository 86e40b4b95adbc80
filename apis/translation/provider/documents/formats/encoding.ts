// Encodings of text documents: detected from byte order marks and declarations, and used again for the result.
import { badRequest } from '../../errors.ts'

interface DecodedText {
  readonly text: string
  /** True if all characters are ASCII. */
  readonly isAscii: boolean
  /** Encodes in the document's encoding; if that lacks a character, in UTF-8 with an updated declaration. */
  encode(text: string): Buffer
}

const declaration =
  /(^\s{0,99}<\?xml\s[^<>]{0,200}?encoding\s{0,9}=\s{0,9}["']|<meta\s[^<>]{0,200}?charset\s{0,9}=\s{0,9}["']?)([\w.:-]{1,40})/i
const singleByte = /^(?:windows-\d+|iso-8859-\d+(?:-\w)?|koi8-\w|macintosh|ibm866|x-mac-cyrillic)$/
const byteOrderMark = '\ufeff'

/**
 * Decodes by the byte order mark, otherwise by the declaration, otherwise as UTF-8, otherwise as Windows-1252 if the
 * result looks like words. Throws 400 for anything else.
 */
export function decoded(bytes: Buffer): DecodedText {
  const encoding = encodingOf(bytes)
  const whole = encoding === undefined ? western(bytes) : decode(bytes, encoding)
  const hasMark = whole.startsWith(byteOrderMark)
  const text = hasMark ? whole.slice(1) : whole
  const name = encoding ?? 'windows-1252'
  return {
    text,
    isAscii: /^[\0-\x7f]*$/.test(text),
    encode(written) {
      const own = encoded((hasMark ? byteOrderMark : '') + written, name)
      if (own) return own
      const named = written.replace(declaration, '$1UTF-8')
      return Buffer.from(named === written ? byteOrderMark + written : named)
    },
  }
}

/** The encoding; undefined if nothing indicates it. */
function encodingOf(bytes: Buffer): string | undefined {
  const [first = 0, second = 0] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes.length > 1 && (first === 0) !== (second === 0)) return first === 0 ? 'utf-16be' : 'utf-16le'
  const declared = declaration.exec(bytes.toString('latin1', 0, 2000))?.[2]
  const known = declared === undefined ? undefined : canonical(declared)
  // a declaration that is readable byte by byte is not in UTF-16
  if (known !== undefined && !known.startsWith('utf-')) return known
  return isUtf8(bytes) ? 'utf-8' : undefined
}

function canonical(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    return decode(bytes, 'utf-8') !== undefined
  } catch {
    return false
  }
}

function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw badRequest('Invalid file data.')
  }
}

/**
 * Decodes Western European text. Bytes of other languages give symbols inside words, or words without plain letters.
 */
function western(bytes: Buffer): string {
  const text = decode(bytes, 'windows-1252')
  let letters = 0
  let accented = 0
  for (const [word] of text.matchAll(/[\p{L}\p{M}]{2,}/gu)) {
    const others = word.match(/[^a-z]/gi)?.length ?? 0
    if (others === 0) continue
    letters += word.length
    accented += others
  }
  const isWords = letters > 0 && accented <= 0.6 * letters
  if (isWords && !/[\0\x80-\x9f]|\p{L}[¡¢£¥¦¨¬¯´¸¹¼½¾¿]/u.test(text)) return text
  throw badRequest('Invalid file data. Its encoding is not known: send it as UTF-8.')
}

/** Encodes the text; undefined if the encoding lacks a character or is not supported for writing. */
function encoded(text: string, encoding: string): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  if (!singleByte.test(encoding)) return undefined
  const table = new Map<string, number>()
  const decoder = new TextDecoder(encoding)
  for (let byte = 0; byte < 256; byte += 1) table.set(decoder.decode(Uint8Array.of(byte)), byte)
  const bytes = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const byte = table.get(text.charAt(at))
    if (byte === undefined) return undefined
    bytes[at] = byte
  }
  return bytes
}
