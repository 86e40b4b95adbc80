// Simple instructions about a text, carried out: case, spaces, spelling, replacing, removing, sorting, turning round, adding.
import { correctSpelling, correctTyping, fixSpacing } from './slips.ts'

/** What can be said, for people. */
export const knownInstructions =
  'upper case, lower case, title case, sentence case, fix the spacing, fix the spelling, replace X with Y, remove X, sort the lines, ' +
  'reverse the words, add X at the start or at the end, make a bullet list, number the lines'

/** Most parts of one instruction, and longest instruction that is read. */
const mostParts = 8
const longest = 1000

/** The text as the instruction wants it; undefined when any part of the instruction is none of these. */
export function carriedOut(instruction: string, text: string): string | undefined {
  if (instruction.length > longest) return undefined
  const plain = instruction
    .trim()
    .replace(/^(?:please|can you|could you|would you)[, ]+/i, '')
    .replace(/[.!?]+$/, '')
  const parts = plain.split(/\s*(?:;|,? and then |,? then |,? and |, )\s*/i).filter((part) => part !== '')
  if (parts.length < 2 || parts.length > mostParts) return carryOut(plain, text)
  const inTurn = parts.reduce<string | undefined>(
    (so, part) => (so === undefined ? undefined : carryOut(part, so)),
    text,
  )
  // "spelling and grammar" is one wish: its second part alone is none
  return inTurn ?? carryOut(plain, text)
}

const quoted = '["“„\'`]([^"“”„\'`]+)["”“\'`]'
const object = `(?:(?:the )?(?:words?|letters?|phrase|texts?|characters?|sign) )?(?:${quoted}|(\\S+))`
type Rule = readonly [RegExp, (text: string, found: RegExpMatchArray) => string]

const rules: readonly Rule[] = [
  [
    new RegExp(
      `^(?:replace|change|swap|substitute|turn) (?:all |every |each )?${object} (?:with|by|to|for|into) ${object}$`,
      'i',
    ),
    replaced,
  ],
  [/\b(?:upper ?-?case|capital letters|all caps|capitals|shout(?:ing)?)\b/i, (text) => text.toUpperCase()],
  [/\blower ?-?case\b/i, (text) => text.toLowerCase()],
  [/\b(?:title ?-?case|capitali[sz]e (?:each|every|all(?: the)?) words?)\b/i, titled],
  [
    /\b(?:sentence ?-?case|capitali[sz]e(?: the)?(?: first(?: letter| word)?(?: of each sentence)?| sentences?)?)\b/i,
    sentenced,
  ],
  [/\b(?:spacing|extra spaces|double spaces|white ?space|trim)\b/i, fixSpacing],
  [/\b(?:remove|delete|strip)\b.*\b(?:line ?breaks|new ?lines)\b/i, joinedLines],
  [/\b(?:remove|delete|strip)\b.*\bpunctuation\b/i, (text) => text.replace(/[\p{P}]+/gu, '')],
  [/\b(?:remove|delete|strip)\b.*\b(?:numbers|digits)\b/i, (text) => text.replace(/\d+/g, '').replace(/ {2,}/g, ' ')],
  [/\b(?:remove|delete)\b.*\bduplicates?\b|\bduplicate lines\b/i, (text) => [...new Set(text.split('\n'))].join('\n')],
  [/\b(?:fix|correct|check|repair)\b.*\b(?:grammar|typos?|mistakes|errors)\b|\bproofread\b/i, correctTyping],
  [/\b(?:fix|correct|check|repair)\b.*\bspelling\b|^spelling$|\bspell ?-?check\b/i, correctSpelling],
  [/\breverse\b.*\bwords?\b/i, (text) => text.split(/(\s+)/).reverse().join('')],
  [/\breverse\b.*\blines?\b/i, (text) => text.split('\n').reverse().join('\n')],
  [/\breverse\b|\bbackwards\b/i, (text) => [...text].reverse().join('')],
  [/\bsort\b.*\b(?:words|list|items|names)\b/i, sortedItems],
  [/\bsort\b/i, (text) => (text.includes('\n') ? sortLines(text) : sortedItems(text))],
  [
    /\bnumber (?:the |each )?lines?\b|\bnumbered list\b/i,
    (text) =>
      linesOf(text)
        .map((line, at) => `${at + 1}. ${line}`)
        .join('\n'),
  ],
  [
    /\bbullet(?:ed)?(?: ?points?| list)?\b|^(?:make |turn into |as )?a list\b/i,
    (text) =>
      linesOf(text)
        .map((line) => `- ${line}`)
        .join('\n'),
  ],
  [
    new RegExp(
      `^(?:add|put|insert|prepend) ${object}(?: (?:at|to|in|before)(?: the)? (?:start|beginning|front|text))?$`,
      'i',
    ),
    (text, [, a, b]) => (a ?? b ?? '') + text,
  ],
  [
    new RegExp(`^(?:add|put|insert|append) ${object}(?: (?:at|to|after)(?: the)? (?:end|back|text))?$`, 'i'),
    (text, [, a, b]) => text + (a ?? b ?? ''),
  ],
  [new RegExp(`^(?:remove|delete|drop|cut|take out) (?:all |every |each )?${object}$`, 'i'), removed],
]

function carryOut(instruction: string, text: string): string | undefined {
  for (const [form, act] of rules) {
    const found = form.exec(instruction)
    // "append" and "at the end" belong to the rule after the one that adds in front
    if (!found || (/\b(?:end|append|back)\b/i.test(instruction) && act === rules[addsInFront]?.[1])) continue
    return act(text, found)
  }
  return undefined
}
const addsInFront = rules.findIndex(([form]) => form.source.includes('prepend'))

function replaced(text: string, [, a, b, c, d]: RegExpMatchArray): string {
  const from = a ?? b ?? ''
  const to = c ?? d ?? ''
  const exact = text.replaceAll(from, () => to)
  if (exact !== text) return exact
  return text.replace(new RegExp(escaped(from), 'giu'), () => to)
}
function removed(text: string, [, a, b]: RegExpMatchArray): string {
  const word = escaped(a ?? b ?? '')
  const out = text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'giu'), '')
  return fixSpacing(out)
}
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

function joinedLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}
function titled(text: string): string {
  return text.replace(/\p{L}[\p{L}'’]*/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
}
function sentenced(text: string): string {
  return text.replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}

const compare = (a: string, b: string): number => {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()]
  return x < y ? -1 : x > y ? 1 : a < b ? -1 : a > b ? 1 : 0
}
const sortLines = (text: string): string => text.split('\n').sort(compare).join('\n')
function sortedItems(text: string): string {
  if (text.includes('\n')) return sortLines(text)
  const mark = text.includes(',') ? ', ' : ' '
  return linesOf(text).sort(compare).join(mark)
}

/** Lines; else what stands between commas; else words. */
export function linesOf(text: string): string[] {
  // single spaces first: patterns that look for any number of them take long over many
  const plain = text.replace(/[^\S\n]+/gu, ' ')
  const hasMarks = plain.includes(',') || plain.includes(' and ')
  const cut = plain.includes('\n') ? /\n/ : hasMarks ? / ?, ?(?:and )?| and / : / /
  return plain
    .split(cut)
    .map((line) => line.replace(/^(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter((line) => line !== '')
}
