// The embedded provider. It is the only one: every draw comes from the cryptographic source handed in as kit.random.
import { defineProvider, type Kit, type Reply, refuse, reply } from '#define'
import api from './api.ts'

/** `min` and `max` may be at most this far apart: one 48-bit draw without bias. */
const spanLimit = 2 ** 48
const optionLimit = 1000

export default defineProvider(api, {
  number({ min, max }, { random }) {
    if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max))
      throw invalid('min and max must be integers below 2^53.')
    if (max < min) throw invalid('max must not be less than min.')
    if (max - min >= spanLimit) throw invalid('max - min must be below 2^48.')
    return fresh({ number: random.int(min, max), min, max })
  },
  dice({ count, sides }, { random }) {
    const rolls = Array.from({ length: count }, () => random.int(1, sides))
    return fresh({ rolls, total: rolls.reduce((sum, roll) => sum + roll, 0), count, sides })
  },
  pick(input, { random, request }) {
    const options = readOptions(input.options, request)
    const index = random.int(0, options.length - 1)
    return fresh({ picked: options[index] ?? '', index, options })
  },
  bytes({ length }, { random }) {
    const bytes = random.bytes(length)
    return fresh({ length, hex: bytes.toString('hex'), base64: bytes.toString('base64') })
  },
  color(_input, { random }) {
    const [r = 0, g = 0, b = 0] = random.bytes(3)
    return fresh({ hex: `#${Buffer.from([r, g, b]).toString('hex')}`, rgb: { r, g, b }, hsl: toHsl(r, g, b) })
  },
  bool(_input, { random }) {
    const value = random.int(0, 1) === 1
    return fresh({ value, coin: value ? 'heads' : 'tails' } as const)
  },
})

/** A random answer must never come out of a cache. */
function fresh<T>(body: T): Reply<T> {
  return reply(body, { headers: { 'cache-control': 'no-store' } })
}

function invalid(message: string): Error {
  return refuse(400, { error: { code: 'invalid_parameter', message } }, { 'cache-control': 'no-store' })
}

/** Options from a JSON array, a repeated parameter, or comma-separated text; trimmed, empty ones dropped. */
function readOptions(text: string, request: Kit['request']): string[] {
  const repeated = request.query.getAll('options')
  const given = repeated.length > 1 ? repeated : (jsonTexts(text) ?? text.split(',', optionLimit + 1))
  const options = given.map((option) => option.trim()).filter((option) => option !== '')
  if (options.length === 0) throw invalid('options must name at least one option.')
  if (options.length > optionLimit) throw invalid(`options may name at most ${optionLimit} options.`)
  return options
}

function jsonTexts(text: string): string[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.map(String) : undefined
  } catch {
    return undefined // text that merely starts with a bracket is an ordinary option
  }
}

/** Whole degrees and percents of the HSL form (CSS Color 4, section 7). */
function toHsl(r: number, g: number, b: number): { h: number; s: number; l: number } {
  const max = Math.max(r, g, b) / 255
  const min = Math.min(r, g, b) / 255
  const span = max - min
  const light = (max + min) / 2
  if (span === 0) return { h: 0, s: 0, l: Math.round(light * 100) }
  const saturation = span / (1 - Math.abs(2 * light - 1))
  return { h: hue([r / 255, g / 255, b / 255], max, span), s: Math.round(saturation * 100), l: Math.round(light * 100) }
}

function hue([r, g, b]: [number, number, number], max: number, span: number): number {
  const sixth = max === r ? ((g - b) / span + 6) % 6 : max === g ? (b - r) / span + 2 : (r - g) / span + 4
  return Math.round(sixth * 60) % 360
}
