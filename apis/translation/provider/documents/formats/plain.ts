// Formats of lines: plain text, subtitles, Markdown, properties, strings files, comma-separated values and JSON. What
// is not text for people keeps its bytes.
import { createPacer, joinInSteps } from '#provider'
import { badRequest } from '../../errors.ts'
import { type Piece, plainText } from '../../piece.ts'
import { type TagRules, type TranslatePassages, translateMarkup } from '../../text/markup.ts'
import { inlineXml } from './format.ts'

/** Where a text is and how it is written there. */
interface Place {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly write: (translation: string) => string
}

export const translateText = inPlaces(function* (text) {
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) yield placeOf(index, line)
})

/** Lines of a paragraph are one text; headings, list items, quotes and cells have markers of their own. */
export const translateMarkdown = inPlaces(function* (text) {
  let fence = ''
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const marker = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1] ?? ''
    if (fence === '' && marker !== '') fence = marker
    else if (fence !== '' && marker.startsWith(fence)) fence = ''
    else if (fence === '' && !/^(?: {4}|\t)|^\s*\[[^\]]*\]:|^[\s|:=-]*$/.test(line)) {
      const lead = /^\s*(?:(?:>|[-*+]|\d{1,9}[.)]|#{1,6})\s+)*/.exec(line)?.[0].length ?? 0
      yield placeOf(index + lead, line.slice(lead))
    }
  }
})

/** `key=value`, also with a colon; comments begin with # or !. */
export const translateProperties = inPlaces(function* (text) {
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    if (/^\s*[#!]/.test(line)) continue
    const lead = /^\s*(?:\\.|[^\\=:\s])+\s*[=:\s]\s*/.exec(line)?.[0].length
    if (lead !== undefined && !line.endsWith('\\')) yield placeOf(index + lead, line.slice(lead))
  }
})

/** `"key" = "value";` of Apple's strings files. */
export const translateStrings = inPlaces(function* (text) {
  for (const { 0: found, 1: value = '', index } of text.matchAll(/=\s*"([^"\\]*(?:\\.[^"\\]*)*)"\s*;/g)) {
    const start = index + found.indexOf('"') + 1
    yield { start, end: start + value.length, text: unescaped(value), write: escapedText }
  }
})

/** Strings that are values; keys and numbers stay. */
export const translateJson = inPlaces(function* (text) {
  try {
    JSON.parse(text)
  } catch {
    throw badRequest('Invalid file data.')
  }
  for (const { 0: found, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g)) {
    const end = index + found.length
    if (/^\s*:/.test(text.slice(end, end + 100))) continue
    yield { start: index, end, text: String(JSON.parse(found)), write: (translation) => JSON.stringify(translation) }
  }
})

/** Scalars of `key: value` and of list items; anything with syntax of its own stays. */
export const translateYaml = inPlaces(function* (text) {
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const lead = /^\s*(?:- +)*(?:[\w.$/-]+:\s+|- +)/.exec(line)?.[0].length
    const value = lead === undefined ? '' : line.slice(lead)
    if (lead === undefined || /^(?:[&*!|>%@`{[#]|$)/.test(value)) continue
    const quoted = /^"([^"\\]*(?:\\.[^"\\]*)*)"\s*$/.exec(value)
    const start = index + lead
    if (quoted)
      yield {
        start,
        end: start + value.length,
        text: unescaped(quoted[1] ?? ''),
        write: (said) => JSON.stringify(said),
      }
    // plain words only, so that the translation needs no quotes either
    else if (/^[\p{L}][^:#'"{}[\]]*$/u.test(value) && !/^(?:true|false|null|yes|no|on|off)$/i.test(value.trim()))
      yield { ...placeOf(start, value), write: (said) => (/[:#{}[\]]|^\W/u.test(said) ? JSON.stringify(said) : said) }
  }
})

/** Cells that have letters. */
export const translateCsv = inPlaces(function* (text) {
  for (const { 0: cell, index } of text.matchAll(/"(?:[^"]|"")*"|[^",;\t\r\n]+/g)) {
    const isQuoted = cell.startsWith('"')
    const value = isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell
    yield {
      start: index,
      end: index + cell.length,
      text: value,
      write: (said) => (isQuoted || /[",;\t\r\n]/.test(said) ? `"${said.replaceAll('"', '""')}"` : said),
    }
  }
})

const cueTags: TagRules = { ...inlineXml, kind: 'html' }

/** Subtitles: the lines of a cue are one text, numbers and times stay. */
export async function translateSubtitles(bytes: Buffer, translate: TranslatePassages): Promise<Buffer> {
  const blocks = textOf(bytes).split(/(\r?\n(?:[ \t]*\r?\n)+)/)
  const written: string[] = []
  const pause = createPacer()
  for (const block of blocks) {
    const pausing = pause()
    if (pausing) await pausing
    const at = /^(?:[^\n]*\n)?[^\n]*-->[^\n]*\n/.exec(block)?.[0].length ?? 0
    const cue = block.slice(at).trimEnd()
    if (at === 0 || cue === '') written.push(block)
    else {
      const translated = await translateMarkup(cue.replaceAll(/\r?\n/g, ' '), cueTags, translate)
      written.push(block.slice(0, at), translated, block.slice(at + cue.length))
    }
  }
  return Buffer.from(written.join(''))
}

/** The texts at places of a document, in their order, are replaced by their translations. */
function inPlaces(placesIn: (text: string) => Iterable<Place>) {
  return async (bytes: Buffer, translate: TranslatePassages): Promise<Buffer> => {
    const text = textOf(bytes)
    const pause = createPacer()
    const places: Place[] = []
    const passages: Piece[][] = []
    for (const place of placesIn(text)) {
      if (/\p{L}/u.test(place.text)) {
        places.push(place)
        passages.push([place.text])
      }
      const pausing = pause()
      if (pausing) await pausing
    }
    const translations = await translate(passages)
    let from = 0
    const written = await joinInSteps(places.entries(), ([index, { start, end, write }]) => {
      const between = text.slice(from, start)
      from = end
      return between + write(plainText(translations[index] ?? []))
    })
    return Buffer.from(written + text.slice(from))
  }
}

function placeOf(start: number, text: string): Place {
  return { start, end: start + text.length, text, write: (translation) => translation.replaceAll(/[\r\n]+/g, ' ') }
}

/** UTF-8 or, with its byte order mark, UTF-16. Throws 400 for anything else. */
export function textOf(bytes: Buffer): string {
  try {
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw badRequest('Invalid file data.')
  }
}

const unescaped = (text: string) =>
  text.replaceAll(/\\(.)/gs, (_found, letter: string) => ({ n: '\n', t: '\t', r: '\r' })[letter] ?? letter)
const escapedText = (text: string) =>
  text.replaceAll(
    /[\\"\n\t\r]/g,
    (character) => ({ '\n': '\\n', '\t': '\\t', '\r': '\\r' })[character] ?? `\\${character}`,
  )
