// Runs callers' regular expressions with RE2 in time linear in the text, because a backtracking engine can be made to
// run for years. Callers write a small language, which is translated: RE2 has more features, and reads some patterns
// differently.
import { RE2JS, RE2JSException } from 're2js'
import { noWhiteSpace, whiteSpace } from '#provider'

/** True if the pattern matches anywhere in the text. */
export type Matcher = (text: string) => boolean

export class InvalidPattern extends Error {
  override name = 'InvalidPattern'
}

export interface PatternOptions {
  readonly ignoreCase?: boolean
  /** True to match the text from end to end. */
  readonly whole?: boolean
}

const maxPattern = 200
const maxSize = 1000
const maxRepeats = 100
const maxDepth = 30

/** Compiles characters, classes, groups, alternatives, `* + ? {m,n}`, `^ $`, `\d \w \s`. Throws InvalidPattern. */
export function compilePattern(pattern: string, { ignoreCase = false, whole = false }: PatternOptions = {}): Matcher {
  if (pattern.length > maxPattern) throw new InvalidPattern(`a pattern has at most ${maxPattern} characters`)
  const source = ignoreCase
    ? pattern.replace(/\\.|[^\\]/gu, (part) => (part.startsWith('\\') ? part : part.toLowerCase()))
    : pattern
  const compiled = compile(new Translator(source).translate())
  return (text) => {
    const read = ignoreCase ? text.toLowerCase() : text
    return whole ? compiled.testExact(read) : compiled.test(read)
  }
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    if (error instanceof RE2JSException) throw new InvalidPattern('the pattern is too long', { cause: error })
    throw error
  }
}

/** A pattern in the syntax of RE2, with its approximate number of states. */
interface Translated {
  readonly source: string
  readonly size: number
}

const one = (source: string): Translated => ({ source, size: 1 })
const classes: Readonly<Record<string, string>> = {
  d: String.raw`\d`,
  D: String.raw`\D`,
  w: String.raw`\w`,
  W: String.raw`\W`,
  s: whiteSpace,
  S: noWhiteSpace,
}
const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const literal = (character: string) => `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`

class Translator {
  readonly #pattern: readonly string[]
  #at = 0
  #depth = 0

  constructor(pattern: string) {
    this.#pattern = [...pattern]
  }

  translate(): string {
    const { source } = this.#alternatives()
    if (this.#at < this.#pattern.length) throw new InvalidPattern('there is a ) too many')
    return source
  }

  #alternatives(): Translated {
    if (++this.#depth > maxDepth) throw new InvalidPattern('groups are nested too deeply')
    let { source, size } = this.#sequence()
    while (this.#take('|')) {
      const next = this.#sequence()
      source += `|${next.source}`
      size = sum(size, next.size + 1)
    }
    this.#depth--
    return { source: `(?:${source})`, size }
  }

  #sequence(): Translated {
    let source = ''
    let size = 0
    while (this.#at < this.#pattern.length && this.#peek() !== '|' && this.#peek() !== ')') {
      const next = this.#repeated()
      source += next.source
      size = sum(size, next.size)
    }
    return { source, size }
  }

  #repeated(): Translated {
    let { source, size } = this.#atom()
    for (;;) {
      const bounds = this.#bounds()
      if (!bounds) return { source, size }
      // lazy and possessive repetition match the same texts
      if (!this.#take('?')) this.#take('+')
      source = `(?:${source}${bounds.source})`
      size = sum(0, Math.max(1, size) * bounds.size + 1)
    }
  }

  /** Reads a repetition; its size is the factor for the number of states. */
  #bounds(): Translated | undefined {
    for (const sign of ['*', '+', '?']) if (this.#take(sign)) return one(sign)
    const [counted, low = '', comma = '', high = ''] = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(this.#rest()) ?? []
    if (counted === undefined) return undefined
    this.#at += counted.length
    const least = Number(low)
    const most = high === '' ? least : Number(high)
    if (least > most || most > maxRepeats) throw new InvalidPattern(`a repetition is from 0 to ${maxRepeats}`)
    return { source: high !== '' || comma === '' ? `{${least},${most}}` : `{${least},}`, size: most + comma.length }
  }

  #atom(): Translated {
    const character = this.#next()
    if (character === '(') {
      if (this.#rest().startsWith('?:')) this.#at += 2
      const group = this.#alternatives()
      if (!this.#take(')')) throw new InvalidPattern('a ) is missing')
      return group
    }
    if (character === '[') return one(this.#set())
    if (character === '.') return one(String.raw`[^\n]`)
    if (character === '^') return one(String.raw`\A`)
    if (character === '$') return one(String.raw`\z`)
    if (/[*+?]/.test(character)) throw new InvalidPattern(`nothing precedes ${character}`)
    return one(character === '\\' ? `[${this.#escape()}]` : literal(character))
  }

  /** Reads a class as part of a set. */
  #escape(): string {
    const character = this.#next()
    return classes[character] ?? literal(controls[character] ?? character)
  }

  #set(): string {
    const negated = this.#take('^')
    let members = ''
    for (let first = true; first || !this.#take(']'); first = false) {
      const character = this.#next()
      if (character === '\\') members += this.#escape()
      else if (this.#peek() === '-' && !/^-(?:\]|$)/.test(this.#rest())) {
        this.#at++
        const high = this.#next()
        if (character > high) throw new InvalidPattern('a range ends before it begins')
        members += `${literal(character)}-${literal(high)}`
      } else members += literal(character)
    }
    return `[${negated ? '^' : ''}${members}]`
  }

  #rest(): string {
    return this.#pattern.slice(this.#at, this.#at + 12).join('')
  }
  #peek(): string {
    return this.#pattern.at(this.#at) ?? ''
  }
  #next(): string {
    const character = this.#pattern[this.#at++]
    if (character === undefined) throw new InvalidPattern('the pattern ends too early')
    return character
  }
  #take(character: string): boolean {
    if (this.#peek() !== character) return false
    this.#at++
    return true
  }
}

function sum(size: number, other: number): number {
  if (size + other > maxSize) throw new InvalidPattern('the pattern is too long')
  return size + other
}
