// Arithmetic as people write it: digits and signs, or words such as `plus` and `percent of`. Exact to forty digits.
import { Decimal } from 'decimal.js'

const Exact = Decimal.clone({ precision: 40, toExpNeg: -60, toExpPos: 60 })
const longest = 300
const deepest = 40
const largestPower = 500

/** The value of the first sentence that is a sum and nothing else (`what is`, `=` and `?` aside); undefined when none is. */
export function calculated(text: string): string | undefined {
  for (const sentence of text.slice(0, 2000).split(/(?<=[?!])\s+|(?<=\D)\.\s+|(?<=\d)\.\s+(?=\p{L})|\n+/u)) {
    const value = sumOf(sentence)
    if (value !== undefined) return value
  }
  return undefined
}

const lead =
  /^\s*(?:(?:please|can you|could you|tell me|hey|hi|hello|now|and|so)[, ]+)*(?:what(?:'s| is| are| does)|calculate|compute|evaluate|solve|work out|add up|how much (?:is|are))?(?: the (?:result|value|sum|product) of)?:?\s*/iu
const trail = /\s*(?:=\s*\??|equals?\s*\??|\bequal\b|[?!.])*\s*$/iu

/** Digits with hyphens that no one wants to have subtracted. */
const dateOrNumberOfCalls = /^\s*\+?\d{1,4}(?:[-/]\d{2,4}){2,}\s*\.?\s*$/

function sumOf(sentence: string): string | undefined {
  if (sentence.length > longest || dateOrNumberOfCalls.test(sentence)) return undefined
  const plain = spelled(sentence.replace(lead, '').replace(trail, '').replace(trail, ''))
  const tokens = plain.match(/\d+(?:\.\d+)?|\.\d+|[-+*/^()%√!]|\S/gu) ?? []
  if (!tokens.some((token) => /[-+*/^%√!]/.test(token)) || !tokens.some((token) => /\d/.test(token))) return undefined
  try {
    const value = new Sum(tokens).value()
    return value.isFinite() ? readable(value) : undefined
  } catch (error) {
    if (error instanceof NoSum) return error.message === '' ? undefined : error.message
    throw error
  }
}

/** Words of arithmetic as signs. */
function spelled(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/\b(?:multiplied by|times)\b|×|·|(?<=[\d)]\s*)x(?=\s*[\d(])/g, '*')
    .replace(/\b(?:divided by|over)\b|÷/g, '/')
    .replace(/\bplus\b|\band\b/g, '+')
    .replace(/\bminus\b|−|–/g, '-')
    .replace(/\b(?:to the power of|raised to)\b|\*\*/g, '^')
    .replace(/\bsquared\b/g, '^2')
    .replace(/\bcubed\b/g, '^3')
    .replace(/\b(?:the )?square root of\b/g, '√')
    .replace(/(?:%|\bpercent)\s*of\b/g, '%*')
    .replace(/\bpercent\b/g, '%')
}

function readable(value: Decimal): string {
  // whole numbers are exact to forty digits; of others the last ten may be rounding
  const rounded = value.isInteger() ? value : value.toSignificantDigits(30)
  return rounded.abs().lt('1e40') && rounded.abs().gte('1e-30') ? rounded.toFixed() : rounded.toString()
}

/** Not a sum, or one without a value: then the message says why. */
class NoSum extends Error {}

/** Reads sums, products, powers, factors: each level asks the next. */
class Sum {
  readonly #tokens: readonly string[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }
  value(): Decimal {
    const value = this.#sum()
    if (this.#at < this.#tokens.length) throw new NoSum('')
    return value
  }
  #take(...signs: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at]
    if (token === undefined || !signs.includes(token)) return undefined
    this.#at++
    return token
  }
  #sum(): Decimal {
    if (++this.#depth > deepest) throw new NoSum('')
    let value = this.#product()
    for (let sign = this.#take('+', '-'); sign !== undefined; sign = this.#take('+', '-'))
      value = sign === '+' ? value.plus(this.#product()) : value.minus(this.#product())
    this.#depth--
    return value
  }
  #product(): Decimal {
    let value = this.#signed()
    for (let sign = this.#take('*', '/', '%'); sign !== undefined; sign = this.#take('*', '/', '%')) {
      if (sign === '%') {
        value = value.div(100)
        continue
      }
      const other = this.#signed()
      if (sign === '/' && other.isZero()) throw new NoSum('Nothing can be divided by zero.')
      value = sign === '*' ? value.times(other) : value.div(other)
    }
    return value
  }
  #signed(): Decimal {
    if (++this.#depth > deepest) throw new NoSum('')
    const sign = this.#take('-', '+', '√')
    const value = sign === undefined ? this.#power() : this.#signed()
    this.#depth--
    if (sign === '√' && value.isNegative()) throw new NoSum('A negative number has no real square root.')
    return sign === '-' ? value.negated() : sign === '√' ? value.sqrt() : value
  }
  #power(): Decimal {
    const value = this.#factor()
    if (this.#take('^') === undefined) return value
    const exponent = this.#signed()
    if (exponent.abs().gt(largestPower)) throw new NoSum('That power is too large for me.')
    return value.pow(exponent)
  }
  #factor(): Decimal {
    if (this.#take('(') !== undefined) {
      const value = this.#sum()
      if (this.#take(')') === undefined) throw new NoSum('')
      return value
    }
    const token = this.#tokens[this.#at++]
    if (token === undefined || !/^\.?\d/.test(token)) throw new NoSum('')
    return new Exact(token)
  }
}
