// What a prompt offers for the members of a generated object: values of an enum, numbers, e-mail addresses, places and
// names.
import { stemsOf, wordsOf } from '../text/words.ts'

const numbers = /(?<![\p{L}\d.-])-?\d{1,15}(?:\.\d{1,15})?(?![\p{L}\d]|\.\d)/gu
const emails = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu
const places = /\b(?:in|at|to|for|from|near|of|and|or)\s+(\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,3})/gu
const names = /(?<!^|[.!?]\s)\b\p{Lu}[\p{Ll}'’-]{1,30}(?: \p{Lu}[\p{Ll}'’-]{1,30}){0,3}/gu
const longestText = 20_000
const mostFound = 200

/** Values of one prompt; each number, address, place or name is offered once. */
export class PromptValues {
  readonly text: string
  readonly #words: string
  readonly #stems: ReadonlySet<string>
  readonly #left = new Map<RegExp, string[]>()

  constructor(prompt: string) {
    this.text = prompt.slice(0, longestText)
    this.#words = ` ${wordsOf(this.text).join(' ')} `
    this.#stems = new Set(stemsOf(this.text))
  }
  /** The first of the values that the prompt mentions. */
  among(values: readonly unknown[]): unknown {
    return values.find((value) => {
      const words = wordsOfName(String(value)).join(' ')
      return words !== '' && this.#words.includes(` ${words} `)
    })
  }
  mentions(name: string): boolean {
    return stemsOf(wordsOfName(name).join(' ')).some((stem) => this.#stems.has(stem))
  }
  nextNumber(): number | undefined {
    const number = this.#next(numbers)
    return number === undefined ? undefined : Number(number)
  }
  /** A value for a member, as far as its name says what it needs. */
  nextString(name: string, format: unknown): string | undefined {
    if (format === 'email' || /e-?mail/i.test(name)) return this.#next(emails)
    if (isPlace(name)) return this.#next(places) ?? this.#next(names)
    return /name|person|author|user/i.test(name) ? this.#next(names) : undefined
  }
  places(): readonly string[] {
    return [...new Set(this.#all(places))]
  }
  #next(pattern: RegExp): string | undefined {
    const left = this.#left.get(pattern) ?? this.#all(pattern)
    this.#left.set(pattern, left)
    return left.shift()
  }
  #all(pattern: RegExp): string[] {
    const values: string[] = []
    for (const match of this.text.matchAll(pattern)) {
      values.push(match[1] ?? match[0])
      if (values.length === mostFound) break
    }
    return values
  }
}

export const isPlace = (name: string): boolean => /^(?:city|location|place|country|town|region|airport)$/i.test(name)

/** `maxResults` and `max_results` consist of the words max and results. */
export function wordsOfName(name: string): string[] {
  return wordsOf(name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replaceAll(/[_\-.]/g, ' ')).slice(0, 8)
}
