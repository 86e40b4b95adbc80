// Recognises in the text of server-sent events what passed-stream.ts has to know of them, without parsing any. The text
// has one character per byte: searching a string costs a fraction of searching a buffer.
import { ServerEventParser } from './sse.ts'

export const blankLine = '\n\n'

/** Whether each frame looks like an event with one line of JSON, or ends the answer. */
export function arePlain(text: string, endMark: string | undefined): boolean {
  for (let start = 0; start < text.length; ) {
    if (text[start] !== 'd' && text[start] !== 'e') return false
    const end = frameEnd(text, start)
    if (end === -1) return false
    if (text[end - 1] !== '}' && text.slice(start, end) !== endMark) return false
    start = end + blankLine.length
  }
  return true
}

/** Where the blank line after a frame begins. A search for one character is much faster than one for two. */
function frameEnd(text: string, start: number): number {
  for (let at = text.indexOf('\n', start); at !== -1; at = text.indexOf('\n', at + 1))
    if (text[at + 1] === '\n') return at
  return -1
}

/**
 * Whether a member or a string is called error. Its second half is searched for, because quotes are all over JSON and
 * a search stops at each.
 */
export function hasError(text: string): boolean {
  for (let at = text.indexOf('rror"'); at !== -1; at = text.indexOf('rror"', at + 1))
    if (text[at - 1] === 'e' && text[at - 2] === '"') return true
  return false
}

/** Whether a string that begins with the mark goes on. */
export function hasContent(text: string, mark: string): boolean {
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length))
    if (text[at + mark.length] !== '"') return true
  return false
}

/**
 * Where the next member of this name is whose value is an object; -1 for nowhere. In strings its quotes are escaped.
 */
export function objectAt(text: string, mark: string, from: number): number {
  // without its quote, for the reason given above
  const name = mark.slice(1)
  for (let at = text.indexOf(name, from); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (text[at - 1] !== '"') continue
    let next = at + name.length
    while (text[next] === ' ' || text[next] === ':') next++
    if (text[next] === '{') return at
  }
  return -1
}

/** Whether a line begins so. */
export function startsLine(text: string, mark: string): boolean {
  const at = text.lastIndexOf(mark)
  return at === 0 || (at > 0 && (text[at - 1] === '\n' || text[at - 1] === '\r'))
}

/** The data of the events in a frame. */
export function dataOf(frame: string): readonly string[] {
  const end = frame.indexOf('\n')
  // one line of data, as chat completions have it
  if (frame.startsWith('data: ') && end === frame.length - blankLine.length && !frame.includes('\r'))
    return [frame.slice('data: '.length, end)]
  return new ServerEventParser().take(Buffer.from(frame, 'latin1')).map(({ data }) => data)
}
