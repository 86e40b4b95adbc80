// Translates subtitles, SubRip and WebVTT: numbers, times and lines stay. Cues are found by their times, so that blank
// lines within a cue, and missing ones between two, do no harm.
import { present } from '#define/present'
import { createPacer } from '#provider'
import { type TagRules, translateMarkup } from '../../text/markup.ts'
import type { TranslatePassages } from '../../text/parts.ts'
import { decoded } from './encoding.ts'
import { inlineXml, type Left } from './format.ts'

const cueTags: TagRules = { ...inlineXml, kind: 'html' }
const isTime = (line = '') => /^\s{0,99}\d[\d:.,]{0,20}\s{0,9}-->/.test(line)

interface Line {
  readonly text: string
  readonly end: string
  readonly isSpoken: boolean
}

export async function translateSubtitles(bytes: Buffer, translate: TranslatePassages, left?: Left): Promise<Buffer> {
  const { text, encode } = decoded(bytes)
  const lines = linesOf(text)
  // without any time nothing is found to be a cue
  if (!lines.some(({ isSpoken }) => isSpoken) && /\p{L}/u.test(text)) left?.('unreadable')
  const pause = createPacer()
  let written = ''
  for (let at = 0; at < lines.length; at += 1) {
    await pause()
    const first = lines[at]
    if (!first) break
    let cue = first.text
    if (first.isSpoken) {
      for (
        let next = lines[at + 1];
        next?.isSpoken && isOneSentence(lines[at]?.text ?? '', next.text);
        next = lines[at + 1]
      ) {
        cue += `<?line${lines[at]?.end}?>${next.text}`
        at += 1
      }
      cue = await translatedCue(cue, translate)
    }
    written += cue + (lines[at]?.end ?? '')
  }
  return encode(written)
}

function linesOf(text: string): Line[] {
  const found = Array.from(text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g))
  const isWebVtt = text.startsWith('WEBVTT')
  let inCue = false
  return found.map(([, line = '', end = ''], at) => {
    const isAfterBlank = at === 0 || present(found[at - 1])[1]?.trim() === ''
    if (isTime(line)) inCue = true
    else {
      const isName = isTime(found[at + 1]?.[1]) && (/^\s*\d+\s*$/.test(line) || (isWebVtt && isAfterBlank))
      if (isName || (isWebVtt && isAfterBlank && /^(?:NOTE|STYLE|REGION)\b/.test(line))) inCue = false
    }
    return { text: line, end, isSpoken: inCue && !isTime(line) && line.trim() !== '' }
  })
}

/** True if a line continues in the next; two speakers have a line each. */
function isOneSentence(line: string, next: string): boolean {
  const [before, after] = [line, next].map((text) => text.replaceAll(/<[^<>]*>|\{[^{}]*\}/g, '').trim())
  return !/[.!?…♪)\]"”:]$/.test(before ?? '') && !/^[-–—♪([¿¡>]/.test(after ?? '')
}

/** Translates a cue; line ends and times of words are passed through as processing instructions. */
async function translatedCue(cue: string, translate: TranslatePassages): Promise<string> {
  const source = cue.replaceAll(/<(\d[\d:.]{0,20})>/g, '<?$1?>')
  const translation = (await translateMarkup(source, cueTags, translate))
    .replaceAll(/<\?line([\r\n]+)\?>/g, '$1')
    .replaceAll(/<\?(\d[\d:.]*)\?>/g, '<$1>')
  // unescaped characters stay unescaped
  return /&[lg]t;/.test(cue) ? translation : translation.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
}
