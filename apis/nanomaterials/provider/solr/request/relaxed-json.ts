// Parses the JSON of Solr's requests (SOURCES 5.6): members and strings can be unquoted or in single quotation marks,
// commas can trail, and comments are skipped.
import { SolrProblem } from '../../errors.ts'

const maxLength = 200_000
const maxDepth = 40

/** Parses a text. Throws SolrProblem if it is invalid. */
export function parseRelaxedJson(text: string): unknown {
  if (text.length > maxLength) throw new SolrProblem(`JSON may have at most ${maxLength} characters`)
  return new RelaxedParser(text).parse()
}

class RelaxedParser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  parse(): unknown {
    const value = this.#value(0)
    this.#skip()
    if (this.#at < this.#text.length) throw this.#problem()
    return value
  }

  #value(depth: number): unknown {
    if (depth > maxDepth) throw new SolrProblem('JSON is nested too deeply')
    this.#skip()
    const first = this.#peek()
    if (first === '{') return this.#object(depth)
    if (first === '[') return this.#list(depth)
    if (first === '"' || first === "'") return this.#quoted()
    const word = this.#word()
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word) ? Number(word) : word
  }

  #object(depth: number): object {
    const members: [string, unknown][] = []
    this.#at++
    for (;;) {
      this.#skip(',')
      if (this.#take('}')) return Object.fromEntries(members)
      const name = /["']/.test(this.#peek()) ? this.#quoted() : this.#word()
      this.#skip()
      if (!this.#take(':')) throw this.#problem()
      members.push([name, this.#value(depth + 1)])
    }
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = []
    this.#at++
    for (;;) {
      this.#skip(',')
      if (this.#take(']')) return items
      items.push(this.#value(depth + 1))
    }
  }

  #quoted(): string {
    const quote = this.#peek()
    let text = ''
    for (this.#at++; this.#peek() !== quote; this.#at++) {
      if (this.#at >= this.#text.length) throw this.#problem()
      if (this.#peek() !== '\\') {
        text += this.#peek()
        continue
      }
      this.#at++
      const code = /^u([0-9a-fA-F]{4})/.exec(this.#text.slice(this.#at, this.#at + 5))?.[1]
      if (code !== undefined) {
        text += String.fromCharCode(Number.parseInt(code, 16))
        this.#at += 4
      } else text += escapes[this.#peek()] ?? this.#peek()
    }
    this.#at++
    return text
  }

  #word(): string {
    const found = /^[^\s,:{}[\]"']+/.exec(this.#text.slice(this.#at, this.#at + 1000))
    if (!found) throw this.#problem()
    this.#at += found[0].length
    return found[0]
  }

  /** Skips blanks, comments and one kind of separator. */
  #skip(separator = ''): void {
    for (;;) {
      const found = /^(?:\s+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)/.exec(this.#text.slice(this.#at, this.#at + 2000))
      if (found) this.#at += found[0].length
      else if (separator !== '' && this.#peek() === separator) this.#at++
      else return
    }
  }
  #peek(): string {
    return this.#text.charAt(this.#at)
  }
  #take(character: string): boolean {
    if (this.#peek() !== character) return false
    this.#at++
    return true
  }
  #problem(): SolrProblem {
    const near = JSON.stringify(this.#text.slice(this.#at, this.#at + 20))
    return new SolrProblem(`JSON Parse Error: char ${this.#at} near ${near}`)
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
