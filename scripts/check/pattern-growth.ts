// Tests whether the time of a regular expression grows faster than its text. It runs the expression itself, with texts
// built from its own parts to provoke many attempts and no match. The result reflects V8, not a model of it, so
// iteration with the flag `g`, lookaround and back references are covered.

import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { present } from '#define/present'

interface Growth {
  /** The text that showed the growth, abbreviated. */
  readonly text: string
  /** Ratio of times for a text five times as long: 5 would be linear. */
  readonly factor: number
}

/** Up to this number of repetitions, an expression is fast on any text. */
const fewRepeats = 12
/** Lengths in steps of half: an exponential expression would never return from a longer text. */
const lengths = Array.from({ length: 17 }, (_, step) => Math.round(24 * 1.5 ** step))
const longest = Math.round(24 * 1.5 ** lengths.length)
const screened = lengths.slice(0, 11)
/** Some five times the time of a linear expression on the longest screened text. */
const suspectMs = 0.05
/** Ten times the time of a linear expression on the longest text. */
const slowMs = 4
const shortest = 100
/** Number of steps between texts whose lengths differ by a factor of five. */
const stepsBack = 4
const superlinearFactor = 12
/** Minimum growth for a text half as long again: 1.5 is linear, 2.25 quadratic. */
const leastNext = 1.75
/** Longer runs are not repeated: they would take seconds. */
const longMs = 60

/** Returns the worst growth measured; undefined for an expression that is linear on every text tried. */
export function growthOfPattern(source: string, flags: string): Growth | undefined {
  const parts = partsOf(source, flags)
  const repeats = parts.filter((part): part is AST.Quantifier => part.type === 'Quantifier' && part.max > fewRepeats)
  if (repeats.length === 0) return undefined
  const run = runner(source, flags)
  const characters = alphabet(parts, source, flags)
  for (const text of attacks(repeats, characters)) {
    const growth = isSuspect(run, text) ? measure(run, text) : undefined
    if (growth) return growth
  }
  return undefined
}

type Run = (text: string) => void

function runner(source: string, flags: string): Run {
  if (flags.includes('y')) {
    const sticky = new RegExp(source, flags)
    return (text) => {
      sticky.lastIndex = 0
      sticky.test(text)
    }
  }
  // once per match, as split, matchAll and replaceAll do
  const everywhere = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  return (text) => void text.replace(everywhere, '')
}

interface Attack {
  readonly prefix: string
  readonly pump: string
  readonly suffix: string
}

const textOf = ({ prefix, pump, suffix }: Attack, length: number) =>
  prefix + pump.repeat(Math.max(1, Math.ceil(length / pump.length))) + suffix

/** Returns milliseconds, the shortest of several runs: time lost to other processes is not growth. */
function timeOf(run: Run, text: string, runs = 1): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let count = 0; count < runs; count++) {
    const begun = performance.now()
    run(text)
    shortest = Math.min(shortest, performance.now() - begun)
    if (shortest > longMs) break
  }
  return shortest
}

function isSuspect(run: Run, attack: Attack): boolean {
  return screened.some((length) => {
    const text = textOf(attack, length)
    return timeOf(run, text) > suspectMs && timeOf(run, text) > suspectMs
  })
}

function measure(run: Run, attack: Attack): Growth | undefined {
  const times: number[] = []
  for (const [step, length] of lengths.entries()) {
    const time = timeOf(run, textOf(attack, length), 5)
    times.push(time)
    if (time < slowMs) continue
    const factor = Math.round(time / Math.max(step < stepsBack ? 0 : present(times[step - stepsBack]), 0.001))
    // an expression that repeats a few hundred times stops growing
    const next =
      length > shortest ? timeOf(run, textOf(attack, lengths[step + 1] ?? longest), 5) : Number.POSITIVE_INFINITY
    if (length > shortest && (factor < superlinearFactor || next < leastNext * time)) return undefined
    const shown = [attack.prefix, `${attack.pump} x ${Math.ceil(length / attack.pump.length)}`, attack.suffix]
    return { text: JSON.stringify(shown), factor }
  }
  return undefined
}

type Part = AST.Node

function partsOf(source: string, flags: string): Part[] {
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const parts: Part[] = []
  const visit = (node: Part): void => {
    parts.push(node)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(new RegExpParser().parsePattern(source, 0, source.length, mode))
  return parts
}

function childrenOf(node: Part): readonly Part[] {
  if ('alternatives' in node) return node.alternatives
  if (node.type === 'Alternative') return node.elements
  return node.type === 'Quantifier' ? [node.element] : []
}

const isCharacter = (node: Part) =>
  node.type === 'Character' || node.type === 'CharacterSet' || node.type === 'CharacterClass'

/** A few characters of all kinds, beside those of the expression. */
const anyCharacters = ['a', 'Z', '0', '_', ' ', '\n', '!', '-', '.', '"', 'é', '中', '\0']

interface Alphabet {
  /** One character of each set that no part of the expression distinguishes. */
  readonly characters: readonly string[]
  readonly matches: (part: Part, character: string) => boolean
}

function alphabet(parts: readonly Part[], source: string, flags: string): Alphabet {
  const tests = new Map<string, RegExp>()
  for (const part of parts)
    if (isCharacter(part) && !tests.has(part.raw))
      tests.set(part.raw, new RegExp(`^${part.raw}$`, flags.replace(/[gy]/g, '')))
  const words = parts.some((part) => part.type === 'Assertion' && part.kind === 'word') ? [/\w/] : []
  const lines = flags.includes('m') ? [/\n/] : []
  const all = new Set([...source, ...anyCharacters])
  const byClass = new Map<string, string>()
  for (const character of all) {
    const kind = [...tests.values(), ...words, ...lines].map((test) => (test.test(character) ? '1' : '0')).join('')
    if (!byClass.has(kind)) byClass.set(kind, character)
  }
  return {
    characters: [...byClass.values()],
    matches: (part, character) => tests.get(part.raw)?.test(character) ?? false,
  }
}

/** Returns the shortest text of a part; with `isFull`, optional parts occur once. */
function sampleOf(part: Part, letters: Alphabet, isFull: boolean): string {
  if (isCharacter(part)) return letters.characters.find((character) => letters.matches(part, character)) ?? ''
  if (part.type === 'Quantifier')
    return sampleOf(part.element, letters, isFull).repeat(Math.min(Math.max(part.min, isFull ? 1 : 0), 40))
  if (part.type === 'Assertion') return ''
  if ('alternatives' in part) return sampleOf(part.alternatives[0] ?? part, letters, isFull)
  if (part.type === 'Alternative') return part.elements.map((one) => sampleOf(one, letters, isFull)).join('')
  return ''
}

/** Returns the text before a part, from the beginning of the expression. */
function pathTo(part: Part, letters: Alphabet, isFull: boolean): string {
  const { parent } = part
  if (!parent) return ''
  const before = parent.type === 'Alternative' ? parent.elements.slice(0, indexIn(parent, part)) : []
  const path = before.map((one) => sampleOf(one, letters, isFull)).join('')
  return pathTo(parent, letters, isFull) + path
}

const indexIn = (parent: AST.Alternative, part: Part) => parent.elements.findIndex((one) => one.start === part.start)

/** Returns the text after a part, to the end of the expression. */
function restAfter(part: Part, letters: Alphabet): string {
  const { parent } = part
  if (!parent) return ''
  const after = parent.type === 'Alternative' ? parent.elements.slice(indexIn(parent, part) + 1) : []
  return after.map((one) => sampleOf(one, letters, true)).join('') + restAfter(parent, letters)
}

function* attacks(repeats: readonly AST.Quantifier[], letters: Alphabet): Iterable<Attack> {
  for (const repeat of repeats) {
    const within = insideOf(repeat)
    const accepted = letters.characters.filter((character) => within.some((part) => letters.matches(part, character)))
    const outside = letters.characters.find((character) => !accepted.includes(character)) ?? '\0'
    const rest = restAfter(repeat, letters)
    const suffixes = new Set(['', '\0', '\n', outside, rest, `${rest}\0`, rest + outside, rest.slice(0, -1)])
    const paths = [pathTo(repeat, letters, false), pathTo(repeat, letters, true)]
    const pumps = new Set([
      ...pumpsOf(repeat, accepted, letters),
      ...paths.flatMap((path) => aroundPath(path, accepted)),
    ])
    pumps.delete('')
    for (const prefix of new Set(['', outside, ...paths]))
      for (const pump of pumps) for (const suffix of suffixes) yield { prefix, pump, suffix }
  }
}

function insideOf(part: Part): Part[] {
  return isCharacter(part) ? [part] : childrenOf(part).flatMap(insideOf)
}

function pumpsOf(repeat: AST.Quantifier, accepted: readonly string[], letters: Alphabet): string[] {
  const few = accepted.slice(0, 5)
  const pairs = accepted.slice(0, 14).flatMap((one) => accepted.slice(0, 14).map((other) => one + other))
  const triples = few.flatMap((one) => few.flatMap((other) => few.map((third) => one + other + third)))
  return [
    ...accepted,
    sampleOf(repeat.element, letters, false),
    sampleOf(repeat.element, letters, true),
    ...pairs,
    ...triples,
  ]
}

/** Repeats the beginning, so that each repetition is a possible start. */
const aroundPath = (path: string, accepted: readonly string[]) =>
  path === '' ? [] : [path, ...accepted.slice(0, 14).flatMap((one) => [path + one, one + path])]
