// Where the values of a made-up object come from: the words, numbers, dates and names of the prompt, as the name of a member suggests.
import { calculated } from '../text/arithmetic.ts'
import { type Extracted, extract, extractedBy } from '../text/extraction.ts'
import { stemsOf, wordsOf } from '../text/words.ts'

const longestValue = 200

/** One prompt; a number or name that was given is not given again. */
export class Drawn {
  readonly text: string
  readonly #words: readonly string[]
  readonly #stems: ReadonlySet<string>
  readonly #found = new Map<Extracted, string[]>()

  constructor(text: string) {
    this.text = text.slice(0, 20_000)
    this.#words = wordsOf(this.text)
    this.#stems = new Set(stemsOf(this.text))
  }
  /** Which of the values the prompt names first; undefined when none. */
  among(values: readonly unknown[]): unknown {
    const plain = ` ${this.#words.join(' ')} `
    const places = values.map((value) => {
      const words = wordsOf(String(value).replaceAll(/[_-]/g, ' ')).join(' ')
      return words === '' ? -1 : plain.indexOf(` ${words} `)
    })
    const best = places.reduce((least, place) => (place >= 0 && (least < 0 || place < least) ? place : least), -1)
    return best < 0 ? undefined : values[places.indexOf(best)]
  }
  mentions(name: string): boolean {
    return wordsOfName(name).some((word) => stemsOf(word).some((stem) => this.#stems.has(stem)))
  }
  /** After `without`, `no` and the like. */
  denies(name: string): boolean {
    const words = wordsOfName(name).join(' ')
    return new RegExp(
      `\\b(?:no|not|without|don't|dont|disable[d]?|off)\\b(?: \\w+){0,2} ${words.replace(/[^\p{L}\p{N} ]/gu, '')}`,
      'iu',
    ).test(this.#words.join(' '))
  }
  /** The number beside the name, else the next of the prompt. */
  number(name: string): number | undefined {
    const words = wordsOfName(name).filter((word) => /^[\p{L}\p{N}]+$/u.test(word))
    for (const word of words) {
      const beside = new RegExp(
        `\\b${word}\\b\\W{0,3}(?:(?:is|of|=|to)\\W{0,2})?(-?\\d{1,15}(?:\\.\\d{1,15})?)|(-?\\d{1,15}(?:\\.\\d{1,15})?) ${word.replace(/s$/, '')}s?\\b`,
        'iu',
      ).exec(this.text)
      const value = beside?.[1] ?? beside?.[2]
      if (value !== undefined) return Number(value)
    }
    const next = this.#all('numbers').shift()
    return next === undefined ? undefined : Number(next)
  }
  numbers(): number[] {
    return extract('numbers', this.text).map(Number)
  }
  /** The text that a member of that name most likely wants. */
  value(name: string, format?: unknown): string | undefined {
    const kind = kindOfFormat(format) ?? extractedBy(wordsOfName(name).join(' '))
    if (kind !== undefined && kind !== 'numbers') {
      const found = this.#all(kind).shift()
      if (found !== undefined) return found
    }
    const spelled = wordsOfName(name)
      .join('[ _-]?')
      .replace(/[^\p{L}\p{N}[\] _?-]/gu, '')
    const said =
      spelled === ''
        ? undefined
        : new RegExp(`\\b${spelled}\\s*(?:is|=|:|are|called|named|to)\\s+["“']?([^\\n,;."”']{1,200})`, 'iu').exec(
            this.text,
          )?.[1]
    if (said !== undefined) return said.trim()
    if (/city|location|place|country|town|region|destination|origin|address|airport|where/i.test(name)) {
      const place = this.#places().shift()
      if (place !== undefined) return place
    }
    if (/^(?:query|q|search|searchterm|search_query|keywords?|topic|subject|term)$/i.test(name)) return this.#topic()
    if (/expression|formula|equation|calculation/i.test(name))
      return /[\d(][\d\s.+*/^()%×÷-]*[\d)]/.exec(this.text)?.[0] ?? this.text.slice(0, longestValue)
    if (/^(?:answer|result|value|output)$/i.test(name)) {
      const value = calculated(this.text)
      if (value !== undefined) return value
    }
    if (/name|person|author|title|user|customer|recipient|who/i.test(name))
      return this.#all('names').shift() ?? this.#all('quoted').shift()
    return this.#all('quoted').shift()
  }
  #topic(): string {
    const quoted = this.#all('quoted')[0]
    if (quoted !== undefined) return quoted
    const asked =
      /\b(?:search(?: the web)?(?: for)?|look up|find(?: me)?|about|regarding|google)\s+(?:for |information on |something about )?([^?.!\n]{2,200})/i.exec(
        this.text,
      )?.[1]
    return (asked ?? this.text).trim().slice(0, longestValue)
  }
  #places(): string[] {
    const known = this.#placesFound
    if (known) return known
    const after = [
      ...this.text.matchAll(
        /\b(?:in|at|to|for|from|near|of|and|or)\s+(\p{Lu}[\p{L}'’-]+(?:,? \p{Lu}[\p{L}'’-]+){0,3})/gu,
      ),
    ].map((found) => found[1] ?? '')
    this.#placesFound = after.length > 0 ? [...new Set(after)] : [...this.#all('names')]
    return this.#placesFound
  }
  #placesFound: string[] | undefined
  #all(kind: Extracted): string[] {
    const known = this.#found.get(kind)
    if (known) return known
    const found = extract(kind, this.text)
    this.#found.set(kind, found)
    return found
  }
  /** The places of the prompt, for calling a tool once for each. */
  places(): readonly string[] {
    return [...this.#places()]
  }
}

function kindOfFormat(format: unknown): Extracted | undefined {
  if (format === 'email') return 'emails'
  if (format === 'uri' || format === 'url') return 'urls'
  return format === 'date' ? 'dates' : format === 'time' ? 'times' : undefined
}

/** `maxResults` and `max_results` are the words max and results. */
export function wordsOfName(name: string): string[] {
  return wordsOf(name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replaceAll(/[_\-.]/g, ' ')).slice(0, 8)
}
