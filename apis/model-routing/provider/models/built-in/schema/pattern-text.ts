// A text that a regular expression matches, made from the expression itself: the shortest of the first alternatives. The expression of a
// caller is never run.
import { SchemaTrouble } from './fitting.ts'

const longestPattern = 500
const longestText = 500

/** Throws SchemaTrouble for what is not read here (look-around, back references, classes that are left out of). */
export function textFor(pattern: string): string {
  if (pattern.length > longestPattern) throw new SchemaTrouble('The pattern is too long.')
  const reader = new PatternReader(pattern)
  const text = reader.alternatives(0)
  if (!reader.isAtEnd) throw unknown(pattern)
  return text
}
const unknown = (pattern: string) =>
  new SchemaTrouble(`The built-in model cannot make a text for the pattern ${pattern.slice(0, 100)}.`)

const escapes: Readonly<Record<string, string>> = {
  d: '0',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '',
  B: '',
}

class PatternReader {
  readonly #signs: readonly string[]
  readonly #pattern: string
  #at = 0
  #made = 0

  constructor(pattern: string) {
    this.#pattern = pattern
    this.#signs = [...pattern]
  }
  get isAtEnd(): boolean {
    return this.#at >= this.#signs.length
  }
  /** The first alternative counts, the others are only read. */
  alternatives(depth: number): string {
    if (depth > 20) throw unknown(this.#pattern)
    const first = this.#sequence(depth)
    while (this.#next('|')) this.#sequence(depth)
    return first
  }
  #sequence(depth: number): string {
    let text = ''
    while (!this.isAtEnd && this.#signs[this.#at] !== '|' && this.#signs[this.#at] !== ')') {
      const atom = this.#atom(depth)
      const times = this.#times()
      this.#made += atom.length * times
      if (this.#made > longestText) throw unknown(this.#pattern)
      text += atom.repeat(times)
    }
    return text
  }
  #atom(depth: number): string {
    const sign = this.#signs[this.#at++] ?? ''
    if (sign === '^' || sign === '$') return ''
    if (sign === '.') return 'a'
    if (sign === '(') return this.#group(depth)
    if (sign === '[') return this.#class()
    if (sign === '\\') return this.#escape()
    if ('*+?{}'.includes(sign)) throw unknown(this.#pattern)
    return sign
  }
  #group(depth: number): string {
    if (this.#next('?')) {
      if (this.#next('<')) {
        const name = this.#signs.slice(this.#at).join('').match(/^\w+>/)?.[0]
        if (name === undefined) throw unknown(this.#pattern)
        this.#at += name.length
      } else if (!this.#next(':')) throw unknown(this.#pattern)
    }
    const text = this.alternatives(depth + 1)
    if (!this.#next(')')) throw unknown(this.#pattern)
    return text
  }
  #class(): string {
    if (this.#signs[this.#at] === '^') throw unknown(this.#pattern)
    let first: string | undefined
    while (!this.isAtEnd && this.#signs[this.#at] !== ']') {
      const sign = this.#signs[this.#at++] ?? ''
      first ??= sign === '\\' ? this.#escape() : sign
      if (sign === '\\' && first === undefined) throw unknown(this.#pattern)
    }
    if (!this.#next(']') || first === undefined || first === '') throw unknown(this.#pattern)
    return first
  }
  #escape(): string {
    const sign = this.#signs[this.#at++]
    if (sign === undefined || /[1-9kpPucx]/.test(sign)) throw unknown(this.#pattern)
    return escapes[sign] ?? sign
  }
  /** The fewest repetitions. */
  #times(): number {
    const rest = this.#signs.slice(this.#at, this.#at + 12).join('')
    const found = /^(?:[*+?]|\{(\d{1,3})(?:,\d{0,4})?\})[?+]?/.exec(rest)
    if (!found) return 1
    this.#at += found[0].length
    if (found[1] !== undefined) return Number(found[1])
    return found[0].startsWith('+') ? 1 : 0
  }
  #next(sign: string): boolean {
    if (this.#signs[this.#at] !== sign) return false
    this.#at++
    return true
  }
}
