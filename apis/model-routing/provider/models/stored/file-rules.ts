// Rules of uploads: purposes, names, expiry times, and the lines of files that are read line by line (SOURCES 3.8).
import { setImmediate } from 'node:timers/promises'
import { invalid } from '../../errors.ts'

const purposes = ['assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals']
/** Purposes whose files are JSON lines. */
const lined = ['batch', 'fine-tune']
const nameLength = 255

/** Reads a purpose. Throws the refusal for an unknown one. */
export function readPurpose(text: string): string {
  if (purposes.includes(text)) return text
  throw invalid('purpose', `'${text.slice(0, 60)}' is not one of ${purposes.join(', ')}.`)
}

/**
 * The last segment of a name, without characters that could deceive a reader or a terminal. It is shown and sent, and
 * never used as a path.
 */
export function tidyName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).pop() ?? ''
  const tidy = last.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim()
  const short = [...tidy].slice(0, nameLength).join('')
  return short === '' || short === '.' || short === '..' ? 'unnamed' : short
}

/** Milliseconds since the epoch; undefined for never. Throws the refusal. */
export function readExpiry(anchor: string | undefined, seconds: number | undefined, nowMs: number): number | undefined {
  if (anchor === undefined && seconds === undefined) return undefined
  if (anchor !== 'created_at') throw invalid('expires_after[anchor]', 'The anchor of an expiry is created_at.')
  if (seconds === undefined || seconds < 3600 || seconds > 2_592_000)
    throw invalid('expires_after[seconds]', 'A file expires after 3600 to 2592000 seconds.')
  return nowMs + seconds * 1000
}

/** Throws the refusal that names the first line which is not a JSON object. Files of other purposes pass. */
export async function checkLines(purpose: string, content: AsyncIterable<Buffer>): Promise<void> {
  if (!lined.includes(purpose)) return
  let lines = 0
  for await (const { text, line } of linesOf(content)) {
    lines += 1
    if (!isObject(text)) throw invalid('file', `Invalid file format. Line ${line} is not a JSON object.`)
  }
  if (lines === 0) throw invalid('file', 'Invalid file format. The file has no lines.')
}

/** Throws the refusal when files of the purpose have another extension. */
export function checkExtension(purpose: string, filename: string): void {
  if (lined.includes(purpose) && !/\.jsonl$/i.test(filename))
    throw invalid('file', `Invalid file format for ${purpose}. Must be .jsonl`)
}

const longestLine = 16 * 1024 * 1024

/** Non-empty lines, numbered from 1; yields to other calls after each chunk. A line of more than 16 MiB is refused. */
export async function* linesOf(
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<{ readonly text: string; readonly line: number }> {
  let chunks: Buffer[] = []
  let bytes = 0
  let line = 1
  const add = (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > longestLine) throw invalid('file', `Invalid file format. Line ${line} is longer than 16 MiB.`)
  }
  const whole = () => {
    const text = Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim()
    chunks = []
    bytes = 0
    return text
  }
  for await (const chunk of content) {
    let at = 0
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, at)) {
      add(chunk.subarray(at, end))
      const text = whole()
      if (text !== '') yield { text, line }
      line += 1
      at = end + 1
    }
    add(chunk.subarray(at))
    await setImmediate()
  }
  const text = whole()
  if (text !== '') yield { text, line }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
