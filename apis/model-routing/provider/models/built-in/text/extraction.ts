// What can be read out of a text by its form: numbers, dates, times, addresses of mail and web, quoted texts, names.
import { longestText } from './words.ts'

const most = 200

const forms = {
  emails: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu,
  urls: /\bhttps?:\/\/[^\s<>"')\]]{1,500}[^\s<>"')\].,;:!?]/gu,
  dates:
    /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}(?:st|nd|rd|th)? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?,?(?: \d{4})?\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? \d{1,2}(?:st|nd|rd|th)?(?:, ?\d{4})?\b/gu,
  times: /\b(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?: ?[ap]m)?\b|\b(?:1[0-2]|[1-9]) ?[ap]m\b/giu,
  phones: /\+?\d[\d ()/-]{6,18}\d/gu,
  numbers: /(?<![\p{L}\d.])-?\d{1,15}(?:,\d{3})*(?:\.\d{1,15})?(?![\p{L}\d]|\.\d)/gu,
  quoted: /["“„']([^"“”„']{1,300})["”“'](?![\p{L}])/gu,
  names: /(?<![.!?]\s)(?<!^)\b\p{Lu}[\p{Ll}'’-]{1,30}(?: \p{Lu}[\p{Ll}'’-]{1,30}){0,3}/gu,
} as const
export type Extracted = keyof typeof forms

/** In the order of the text, each once, at most 200. Numbers have no separators of thousands; quoted texts no marks. */
export function extract(kind: Extracted, text: string): string[] {
  const found = new Set<string>()
  const cut = text.slice(0, longestText)
  // the parts of a date are no numbers of their own, nor is it one of a telephone
  const plain =
    kind === 'numbers' || kind === 'phones' ? cut.replace(forms.dates, ' ; ').replace(forms.times, ' ; ') : cut
  for (const match of plain.matchAll(forms[kind])) {
    found.add(kind === 'numbers' ? match[0].replaceAll(',', '') : (match[1] ?? match[0]).trim())
    if (found.size >= most) break
  }
  return [...found]
}

/** The kind that a noun names, such as `e-mail addresses`. */
export function extractedBy(noun: string): Extracted | undefined {
  const kinds: readonly (readonly [RegExp, Extracted])[] = [
    [/e-?mail/i, 'emails'],
    [/\b(?:urls?|links?|web ?(?:sites?|addresses))\b/i, 'urls'],
    [/\bphone|telephone/i, 'phones'],
    [/\bdates?\b/i, 'dates'],
    [/\btimes?\b/i, 'times'],
    [/\b(?:numbers?|figures?|amounts?|digits?|prices?)\b/i, 'numbers'],
    [/\bnames?\b/i, 'names'],
    [/\bquot/i, 'quoted'],
  ]
  return kinds.find(([word]) => word.test(noun))?.[1]
}
