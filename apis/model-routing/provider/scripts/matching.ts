// Finds the rule of a script that a call matches.

import { matchesPattern } from '#provider/budgets'
import { textOf } from '../models/built-in/chat/prompt.ts'
import { longestText } from '../models/built-in/text/words.ts'
import type { SearchInput } from '../router/guardrails/matching.ts'
import type { ChatRequest } from '../wire/chat-request.ts'
import type { ScriptMatch, ScriptRule, TextMatch } from './script.ts'

/** Returns for each search whether it has found something. */
type Search = (input: SearchInput) => Promise<readonly boolean[]>

/** Returns the place of the first rule that a call matches. */
export async function firstMatch(
  rules: readonly ScriptRule[],
  request: ChatRequest,
  search: Search,
): Promise<number | undefined> {
  const subject = subjectOf(request)
  const texts: string[] = []
  const searches: { pattern: string; text: number; rule: number }[] = []
  const candidates: number[] = []
  for (const [rule, { match }] of rules.entries()) {
    if (!matchesWithoutPatterns(match, subject)) continue
    candidates.push(rule)
    const needed = patternsOf(match, subject)
    for (const { pattern, text } of needed) {
      if (!texts.includes(text)) texts.push(text)
      searches.push({ pattern, text: texts.indexOf(text), rule })
    }
    // the rules after one that matches anyway do not matter
    if (needed.length === 0) break
  }
  if (searches.length === 0) return candidates[0]
  const found = await search({ texts, searches: searches.map(({ pattern, text }) => ({ pattern, text })) })
  const failed = new Set(searches.filter((_, index) => found[index] !== true).map(({ rule }) => rule))
  return candidates.find((rule) => !failed.has(rule))
}

/** The part of a call that conditions look at. */
interface Subject {
  readonly model: string
  readonly turn: number
  readonly text: string | undefined
  readonly toolResult: string | undefined
  readonly system: string | undefined
}
const textNames = ['text', 'toolResult', 'system'] as const

function subjectOf({ model, messages, system }: ChatRequest): Subject {
  const lastTurn = messages.findLastIndex(({ role }) => role === 'assistant')
  const results = messages
    .slice(lastTurn + 1)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'toolResult' ? [textOf(part.parts)] : [])))
  const question = messages.findLast(({ role, parts }) => role === 'user' && textOf(parts).trim() !== '')
  return {
    model,
    // what a model says in one turn can be several messages
    turn: messages.filter(({ role }, at) => role === 'assistant' && messages[at - 1]?.role !== role).length,
    text: question && textOf(question.parts).slice(0, longestText),
    toolResult: results.length === 0 ? undefined : results.join('\n').slice(0, longestText),
    system: system.length === 0 ? undefined : system.join('\n').slice(0, longestText),
  }
}

function matchesWithoutPatterns(match: ScriptMatch, subject: Subject): boolean {
  if (match.model !== undefined && !matchesPattern(match.model, subject.model)) return false
  if (match.turn !== undefined && match.turn !== subject.turn) return false
  return textNames.every((name) => mayMatch(match[name], subject[name]))
}

function mayMatch(match: TextMatch | undefined, text: string | undefined): boolean {
  if (match === undefined) return true
  if (text === undefined) return false
  if ('equals' in match) return match.equals === text
  return 'pattern' in match || text.includes(match.contains)
}

function patternsOf(match: ScriptMatch, subject: Subject): { readonly pattern: string; readonly text: string }[] {
  return textNames.flatMap((name) => {
    const [condition, text] = [match[name], subject[name]]
    return condition && 'pattern' in condition && text !== undefined ? [{ pattern: condition.pattern, text }] : []
  })
}
