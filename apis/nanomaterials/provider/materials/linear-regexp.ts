// Regular expressions of callers: matched in time linear in text and pattern, by stepping through all states at once
// (Thompson's construction), because a backtracking engine can be made to run for years.

/** Whether the pattern matches anywhere in the text. */
export type Matcher = (text: string) => boolean

export class InvalidPattern extends Error {
  override name = 'InvalidPattern'
}

export interface PatternOptions {
  readonly ignoreCase?: boolean
  /** The pattern has to match the text from end to end. */
  readonly whole?: boolean
}

type Test = (code: number) => boolean
type Step =
  | { readonly kind: 'char'; readonly test: Test }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'start' | 'end' | 'match' }

const maxPattern = 200
const maxSteps = 1000
const maxRepeats = 100
const maxDepth = 30

/** Characters, classes, groups, alternatives, `* + ? {m,n}`, `^ $`, `\d \w \s`. Throws InvalidPattern. */
export function compilePattern(pattern: string, { ignoreCase = false, whole = false }: PatternOptions = {}): Matcher {
  if (pattern.length > maxPattern) throw new InvalidPattern(`a pattern has at most ${maxPattern} characters`)
  const source = ignoreCase
    ? pattern.replace(/\\.|[^\\]/gu, (part) => (part.startsWith('\\') ? part : part.toLowerCase()))
    : pattern
  const steps = new Parser(source).parse()
  return (text) => run(steps, ignoreCase ? text.toLowerCase() : text, whole)
}

function run(steps: readonly Step[], text: string, whole: boolean): boolean {
  // the step at which each state was added last, so that none is added twice
  const added = new Int32Array(steps.length).fill(-1)
  let current: number[] = []
  let matched = false
  const add = (list: number[], first: number, at: number): void => {
    const waiting = [first]
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (added[state] === at) continue
      added[state] = at
      const step = steps[state]
      if (step?.kind === 'split') waiting.push(...step.to)
      else if (step?.kind === 'start') at === 0 && waiting.push(state + 1)
      else if (step?.kind === 'end') at === text.length && waiting.push(state + 1)
      else if (step?.kind === 'match') matched ||= !whole || at === text.length
      else list.push(state)
    }
  }
  add(current, 0, 0)
  for (let at = 0; at < text.length && !matched; at++) {
    const code = text.charCodeAt(at)
    const next: number[] = []
    for (const state of current) {
      const step = steps[state]
      if (step?.kind === 'char' && step.test(code)) add(next, state + 1, at + 1)
    }
    if (!whole) add(next, 0, at + 1)
    current = next
  }
  return matched
}

const classes: Readonly<Record<string, RegExp>> = { d: /\d/, w: /\w/, s: /\s/ }
const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/** A recursive descent that returns programs relative to their own beginning. */
class Parser {
  readonly #pattern: string
  #at = 0
  #depth = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  parse(): Step[] {
    const steps = this.#alternatives()
    if (this.#at < this.#pattern.length) throw new InvalidPattern('there is a ) too many')
    return [...steps, { kind: 'match' }]
  }

  #alternatives(): Step[] {
    if (++this.#depth > maxDepth) throw new InvalidPattern('groups are nested too deeply')
    const branches = [this.#sequence()]
    while (this.#take('|')) branches.push(this.#sequence())
    this.#depth--
    return branches.reduceRight((rest, branch) => either(branch, rest))
  }

  #sequence(): Step[] {
    let steps: Step[] = []
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#peek())) steps = joined(steps, this.#repeated())
    return steps
  }

  #repeated(): Step[] {
    let steps = this.#atom()
    for (;;) {
      const bounds = this.#bounds()
      if (!bounds) return steps
      steps = repeat(steps, bounds)
      // lazy and possessive repetition match the same texts
      if (!this.#take('?')) this.#take('+')
    }
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY]
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY]
    if (this.#take('?')) return [0, 1]
    const counted = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(this.#pattern.slice(this.#at))
    if (!counted) return undefined
    this.#at += counted[0].length
    const [, low = '', comma = '', high = ''] = counted
    const bounds = [
      Number(low),
      high === '' ? (comma === '' ? Number(low) : Number.POSITIVE_INFINITY) : Number(high),
    ] as const
    if (bounds[0] > bounds[1] || bounds[0] > maxRepeats || (Number.isFinite(bounds[1]) && bounds[1] > maxRepeats))
      throw new InvalidPattern(`a repetition is from 0 to ${maxRepeats}`)
    return bounds
  }

  #atom(): Step[] {
    const character = this.#next()
    if (character === '(') {
      if (this.#pattern.startsWith('?:', this.#at)) this.#at += 2
      const steps = this.#alternatives()
      if (!this.#take(')')) throw new InvalidPattern('a ) is missing')
      return steps
    }
    if (character === '[') return [{ kind: 'char', test: this.#set() }]
    if (character === '.') return [{ kind: 'char', test: (code) => code !== 10 }]
    if (character === '^') return [{ kind: 'start' }]
    if (character === '$') return [{ kind: 'end' }]
    if (/[*+?]/.test(character)) throw new InvalidPattern(`nothing precedes ${character}`)
    return [{ kind: 'char', test: character === '\\' ? this.#escape() : same(character) }]
  }

  #escape(): Test {
    const character = this.#next()
    const known = classes[character.toLowerCase()]
    if (!known) return same(controls[character] ?? character)
    const isIn: Test = (code) => known.test(String.fromCharCode(code))
    return character === character.toLowerCase() ? isIn : (code) => !isIn(code)
  }

  #set(): Test {
    const negated = this.#take('^')
    const tests: Test[] = []
    for (let first = true; first || !this.#take(']'); first = false) {
      const character = this.#next()
      if (character === '\\') tests.push(this.#escape())
      else if (this.#peek() === '-' && !/^-(?:\]|$)/.test(this.#pattern.slice(this.#at))) {
        this.#at++
        const [low, high] = [character.charCodeAt(0), this.#next().charCodeAt(0)]
        if (low > high) throw new InvalidPattern('a range ends before it begins')
        tests.push((code) => code >= low && code <= high)
      } else tests.push(same(character))
    }
    return (code) => tests.some((test) => test(code)) !== negated
  }

  #peek(): string {
    return this.#pattern.charAt(this.#at)
  }
  #next(): string {
    if (this.#at >= this.#pattern.length) throw new InvalidPattern('the pattern ends too early')
    return this.#pattern.charAt(this.#at++)
  }
  #take(character: string): boolean {
    if (this.#peek() !== character) return false
    this.#at++
    return true
  }
}

const same = (character: string): Test => {
  const expected = character.charCodeAt(0)
  return (code) => code === expected
}

function shifted(steps: readonly Step[], by: number): Step[] {
  return steps.map((step) => (step.kind === 'split' ? { kind: 'split', to: step.to.map((to) => to + by) } : step))
}

function joined(first: readonly Step[], second: readonly Step[]): Step[] {
  if (first.length + second.length > maxSteps) throw new InvalidPattern('the pattern is too long')
  return [...first, ...shifted(second, first.length)]
}

function either(first: readonly Step[], second: readonly Step[]): Step[] {
  const end = first.length + second.length + 2
  const branch = joined([{ kind: 'split', to: [1, first.length + 2] }], first)
  return joined([...branch, { kind: 'split', to: [end] }], second)
}

function repeat(steps: readonly Step[], [low, high]: readonly [number, number]): Step[] {
  let result: Step[] = []
  for (let count = 0; count < low; count++) result = joined(result, steps)
  if (high === Number.POSITIVE_INFINITY)
    return joined(result, [
      { kind: 'split', to: [1, steps.length + 2] },
      ...shifted(steps, 1),
      { kind: 'split', to: [0] },
    ])
  for (let count = low; count < high; count++)
    result = joined(result, [{ kind: 'split', to: [1, steps.length + 1] }, ...shifted(steps, 1)])
  return result
}
