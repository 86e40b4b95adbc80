// Detects the encoding of a statement from all of its bytes: headers are often wrong, and the first accent can come
// late.
import { isAscii, isUtf8 } from 'node:buffer'
import { createPacer } from '#provider'
import { invalidImport, limitBytes } from '#provider/import'
import { decoderOf, isDosPage } from './dos-code-pages.ts'
import { refuseOtherFile } from './other-files.ts'

/** A statement that can be read repeatedly, because signs and decimal marks depend on its last row. */
interface StatementText {
  /** The first characters, for format detection. */
  readonly beginning: string
  /** Display name. */
  readonly encoding: string
  /** Reads the whole text, without a byte order mark. */
  read(): AsyncGenerator<string>
}

/** A statement of 200,000 rows has about 20 MB. */
const maxFileBytes = 64 * 1024 * 1024
const pieceBytes = 64 * 1024
const beginningLength = 16 * 1024
const european = /(?<!\p{sc=Latin})\p{sc=Latin}{1,4}(?!\p{sc=Latin})/gu
/**
 * Code pages with their letters; the first wins a tie. Russian words would be long runs of accents, unlike European
 * words, and a single Japanese letter would be two of them. The letters of 437 are the same in 850.
 */
const codePages = [
  { label: 'windows-1252', letters: /(?<!\p{sc=Latin})\p{sc=Latin}{1,4}(?!\p{sc=Latin})|(?<=^|\s)[£€](?=\s|$)/gu },
  { label: 'windows-1250', letters: european },
  { label: 'windows-1251', letters: /\p{sc=Cyrillic}{3,}/gu },
  { label: 'shift_jis', letters: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{2,}/gu },
  { label: 'ibm850', letters: european },
  { label: 'ibm852', letters: european },
  { label: 'ibm866', letters: /\p{sc=Cyrillic}{3,}/gu },
] as const
const ascii = /[\x20-\x7e]+/g
/** A capital after a small letter, which no language has: counts as no letter. */
const afterSmall = /(?<=[a-z])(?![A-Z])\p{Lu}/gu

/** Opens the file. Throws `import.invalid` if it is empty or too large. */
export async function openText(chunks: AsyncIterable<Buffer>): Promise<StatementText> {
  const parts: Buffer[] = []
  for await (const chunk of limitBytes(chunks, maxFileBytes)) parts.push(chunk)
  const bytes = Buffer.concat(parts)
  parts.length = 0
  if (bytes.length === 0) throw invalidImport('the file is empty')
  refuseOtherFile(bytes)
  const { label, name = label, isMixed = false } = await encodingOf(bytes)
  const read = () => (isMixed ? mixedText(bytes, label) : decodedText(bytes, label))
  const first = await read().next()
  return { beginning: (first.value ?? '').slice(0, beginningLength), encoding: name, read }
}

interface Encoding {
  /** Label for `TextDecoder`. */
  readonly label: string
  readonly name?: string
  /** True if lines that are valid UTF-8 are read as such, and the others by the label. */
  readonly isMixed?: boolean
}

async function encodingOf(bytes: Buffer): Promise<Encoding> {
  const wide = wideEncodingOf(bytes)
  if (wide) return { label: wide }
  if (isUtf8(bytes)) return { label: 'utf-8' }
  const label = declaredCodePage(bytes) ?? (await likelyCodePage(bytes))
  return (await hasUtf8Lines(bytes))
    ? { label, name: `utf-8, and ${label} in lines that are not`, isMixed: true }
    : { label }
}

/** Returns UTF-16, recognised by its mark or by zeros in every second byte. */
function wideEncodingOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 512)
  const zeros = [...head.keys()].filter((at) => head[at] === 0)
  const odd = zeros.filter((at) => at % 2 === 1).length
  const even = zeros.length - odd
  if (odd > head.length / 4 && even < head.length / 16) return 'utf-16le'
  return even > head.length / 4 && odd < head.length / 16 ? 'utf-16be' : undefined
}

/** Returns the code page in the header of an OFX or XML file, except UTF-8, which the bytes rule out. */
function declaredCodePage(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 2000).toString('latin1')
  const named = /^CHARSET:[ \t]*([\w-]{2,20})/im.exec(head)?.[1] ?? /encoding=["']([\w-]{2,20})["']/i.exec(head)?.[1]
  if (named === undefined) return undefined
  if (isDosPage(`ibm${named}`)) return `ibm${named}`
  for (const label of [named, `windows-${named}`, `iso-${named}`])
    try {
      const { encoding } = new TextDecoder(label)
      return /^utf-/.test(encoding) ? undefined : encoding
    } catch {
      // not the name of an encoding
    }
  return undefined
}

/** Returns the code page in which most of the characters above ASCII are letters. */
async function likelyCodePage(bytes: Buffer): Promise<string> {
  let best = { label: 'windows-1252', score: -1 }
  for (const { label, letters } of codePages) {
    const score = await scoreUnder(bytes, label, letters)
    if (score !== undefined && score > best.score) best = { label, score }
  }
  return best.label
}

/** Returns the number of letters above ASCII less that of other characters; undefined if the bytes are invalid. */
async function scoreUnder(bytes: Buffer, label: string, letters: RegExp): Promise<number | undefined> {
  const decoder = decoderOf(label, { fatal: true })
  const pause = createPacer()
  let score = 0
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const text = decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
      const piece = text.replace(afterSmall, '§').replace(ascii, ' ')
      const others = piece.replace(letters, '').replace(/\s/g, '')
      score += piece.replace(/\s/g, '').length - 2 * others.length
      await pause()
    }
    decoder.decode()
  } catch {
    return undefined
  }
  return score
}

/** Reports whether a line has characters above ASCII that are valid UTF-8. */
async function hasUtf8Lines(bytes: Buffer): Promise<boolean> {
  const pause = createPacer()
  for (const line of linesIn(bytes)) {
    if (!isAscii(line) && isUtf8(line)) return true
    await pause()
  }
  return false
}

/** Yields lines with their ends. */
function* linesIn(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at)
    const next = end < 0 ? bytes.length : end + 1
    yield bytes.subarray(at, next)
    at = next
  }
}

async function* decodedText(bytes: Buffer, label: string): AsyncGenerator<string> {
  const decoder = decoderOf(label)
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
  yield decoder.decode()
}

async function* mixedText(bytes: Buffer, label: string): AsyncGenerator<string> {
  const [utf8, other] = [new TextDecoder('utf-8'), decoderOf(label)]
  let text = ''
  for (const line of linesIn(bytes)) {
    text += (isUtf8(line) ? utf8 : other).decode(line)
    if (text.length < pieceBytes) continue
    yield text
    text = ''
  }
  yield text
}
