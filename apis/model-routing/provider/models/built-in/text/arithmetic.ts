// Sums in a prompt: plus, minus, times, divided by, brackets; exact decimals.
import { Decimal } from 'decimal.js'

const Exact = Decimal.clone({ precision: 40 })
const longestSum = 200
const spelled = [
  ['×', '*'],
  ['÷', '/'],
  ['−', '-'],
  [' times ', '*'],
  [' divided by ', '/'],
  [' plus ', '+'],
  [' minus ', '-'],
] as const

/** Returns the value of the sum that a prompt consists of, after words such as "what is"; undefined otherwise. */
export function calculated(text: string): string | undefined {
  if (text.length > longestSum) return undefined
  const written = spelled.reduce((so, [word, operator]) => so.replaceAll(word, operator), text.toLowerCase())
  const question = written.trim().replace(/^(?:(?:what|how much) is|calculate|compute)/u, '')
  const sum = question.replace(/(?<![=?.])[=?.]+$/u, '').trim()
  if (!/^[\d\s.+*/()-]+$/u.test(sum) || !/[\d)]\s*[-+*/]/.test(sum)) return undefined
  // dates and telephone numbers are not sums
  if (/^\d{4}-\d\d-\d\d$|^\d+-\d+-\d+$/.test(sum.trim())) return undefined
  const tokens = sum.match(/\d+(?:\.\d+)?|[-+*/()]|\S/g) ?? []
  const value = readSum(tokens)
  if (value === undefined || tokens.length > 0) return undefined
  return value.isFinite() ? value.toSignificantDigits(30).toFixed() : 'Nothing can be divided by zero.'
}

/** Consumes a sum from the beginning of the tokens; undefined without a sum. */
function readSum(tokens: string[]): Decimal | undefined {
  let value = readProduct(tokens)
  while (value !== undefined && (tokens[0] === '+' || tokens[0] === '-')) {
    const operator = tokens.shift()
    const next = readProduct(tokens)
    value = next && (operator === '+' ? value.plus(next) : value.minus(next))
  }
  return value
}
function readProduct(tokens: string[]): Decimal | undefined {
  let value = readFactor(tokens)
  while (value !== undefined && (tokens[0] === '*' || tokens[0] === '/')) {
    const operator = tokens.shift()
    const next = readFactor(tokens)
    value = next && (operator === '*' ? value.times(next) : value.div(next))
  }
  return value
}
function readFactor(tokens: string[]): Decimal | undefined {
  const token = tokens.shift()
  if (token === '-') return readFactor(tokens)?.negated()
  if (token === '(') {
    const value = readSum(tokens)
    return tokens.shift() === ')' ? value : undefined
  }
  return token !== undefined && /^\d/.test(token) ? new Exact(token) : undefined
}
