/// <reference path="./randexp.d.ts" />
// Made-up texts: by format, by pattern, or words of a length.
import { isIP } from 'node:net'
import RandExp from 'randexp'
import type { Schema } from '#define'
import type { Allowance } from '../checking/allowance.ts'
import { linearPattern } from '../checking/linear-pattern.ts'
import type { Draws } from './random.ts'

const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet', 'jade', 'kelp', 'lumen']
const longestText = 2000

const formats: Readonly<Record<string, (draws: Draws) => string>> = {
  date: (draws) => dayOf(draws),
  'date-time': (draws) => `${dayOf(draws)}T${two(draws.int(0, 23))}:${two(draws.int(0, 59))}:00Z`,
  time: (draws) => `${two(draws.int(0, 23))}:${two(draws.int(0, 59))}:00Z`,
  duration: (draws) => `PT${draws.int(1, 59)}M`,
  email: (draws) => `${wordOf(draws)}@example.com`,
  'idn-email': (draws) => `${wordOf(draws)}@example.com`,
  hostname: (draws) => `${wordOf(draws)}.example.com`,
  'idn-hostname': (draws) => `${wordOf(draws)}.example.com`,
  ipv4: (draws) => `192.0.2.${draws.int(1, 254)}`,
  ipv6: (draws) => `2001:db8::${draws.int(1, 9999).toString(16)}`,
  uri: (draws) => `https://example.com/${wordOf(draws)}`,
  url: (draws) => `https://example.com/${wordOf(draws)}`,
  iri: (draws) => `https://example.com/${wordOf(draws)}`,
  'uri-reference': (draws) => `/${wordOf(draws)}`,
  'iri-reference': (draws) => `/${wordOf(draws)}`,
  'uri-template': (draws) => `/${wordOf(draws)}/{id}`,
  uuid: (draws) => uuidOf(draws),
  regex: () => '^[a-z]+$',
  'json-pointer': (draws) => `/${wordOf(draws)}`,
  'relative-json-pointer': (draws) => `1/${wordOf(draws)}`,
  byte: (draws) => Buffer.from(wordOf(draws)).toString('base64'),
  password: () => 'not-a-password',
}

/** Tests of formats that checks leave to the provider. */
const isAddress = (text: string) => /^[\x21-\x7e]+$/.test(text) && URL.canParse(text)
const tests: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text),
  hostname: (text) => /^[\w-]{1,63}(?:\.[\w-]{1,63}){0,50}$/.test(text),
  ipv4: (text) => isIP(text) === 4,
  ipv6: (text) => isIP(text) === 6,
  uri: isAddress,
  url: isAddress,
  byte: (text) => /^[\w+/-]*={0,2}$/.test(text),
}

/** Reports whether a text is of a format; other formats hold any value. */
export function isOfFormat(format: unknown, value: unknown): boolean {
  if (typeof format !== 'string' || typeof value !== 'string' || !Object.hasOwn(formats, format)) return true
  return (Object.hasOwn(tests, format) ? tests[format]?.(value) : undefined) ?? true
}

/** Returns a text that the schema allows, where that can be made. */
export function sampleText(
  { format, pattern, minLength, maxLength }: Schema,
  { draws, allowance }: { readonly draws: Draws; readonly allowance: Allowance },
): string {
  const least = typeof minLength === 'number' ? Math.min(minLength, longestText) : 0
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
  if (typeof pattern === 'string') {
    const fits = (text: string) => text.length >= least && text.length <= most
    const made = fromPattern(pattern, { draws, allowance, fits, most })
    if (made !== undefined) return made
  }
  const make = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined
  let text = make?.(draws) ?? wordOf(draws)
  while (text.length < least) text += `${make ? '' : ' '}${wordOf(draws)}`
  return most < text.length || (!make && least > 0) ? text.slice(0, Math.max(least, Math.min(most, text.length))) : text
}

const attempts = 8
/** Reading the pattern and drawing; what is longer than usual is in the limit of draws. */
const attemptSteps = 500
/** The limit of choices in one text: repetitions inside repetitions could be without end. */
const mostDraws = 2000

interface Making {
  readonly draws: Draws
  readonly allowance: Allowance
  readonly fits: (text: string) => boolean
  /** The longest text that fits. */
  readonly most: number
}

/** Makes a text of a pattern; undefined if the pattern is not one that runs in linear time. */
function fromPattern(pattern: string, { draws, allowance, fits, most }: Making): string | undefined {
  if (pattern.length > 300 || /\{\d{3,}/.test(pattern)) return undefined
  const matches = linearPattern(pattern, allowance.spend)
  if (!matches) return undefined
  for (const word of words) if (fits(word) && matches.test(word)) return word
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (!allowance.spend(attemptSteps)) return undefined
    const whole = generated(pattern, draws, attempt) ?? ''
    // the beginning of a repetition is one, too
    for (const text of [whole, whole.slice(0, Math.min(most, longestText))])
      if (text.length <= longestText && fits(text) && matches.test(text)) return text
  }
  return undefined
}

function generated(pattern: string, draws: Draws, attempt: number): string | undefined {
  try {
    const generator = new RandExp(pattern)
    // star and plus repeat this often; the bounds of lengths decide which attempt fits
    generator.max = [3, 8, 1, 16, 32, 64, 128, 0][attempt] ?? 3
    generator.defaultRange.subtract(0, 31)
    let drawn = 0
    generator.randInt = (min: number, max: number) => {
      if (++drawn > mostDraws) throw new RangeError('the pattern repeats too often')
      return draws.int(min, max)
    }
    return generator.gen()
  } catch {
    return undefined
  }
}

function wordOf(draws: Draws): string {
  return words[draws.int(0, words.length - 1)] ?? 'amber'
}

function dayOf(draws: Draws): string {
  return `2026-${two(draws.int(1, 12))}-${two(draws.int(1, 28))}`
}

export function uuidOf(draws: Draws): string {
  const hex = (count: number) => Array.from({ length: count }, () => draws.int(0, 15).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
}

const two = (count: number) => String(count).padStart(2, '0')
