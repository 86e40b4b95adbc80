// Parts of a conversation that the rules read: the last words of the user, the system instructions, tool results, and
// the kinds that cannot be read.
import type { ChatRequest, Part } from '../../../wire/chat-request.ts'
import { longestText } from '../text/words.ts'

interface ToolAnswer {
  readonly name: string
  readonly text: string
  readonly isError: boolean
}
export interface Prompt {
  /** The user's last message that has text. */
  readonly text: string
  readonly system: string
  /** Tool results since then; empty when the user spoke last. */
  readonly results: readonly ToolAnswer[]
  /** Kinds of parts that the model cannot read, such as `2 pictures`. */
  readonly unseen: readonly string[]
}

export function readPrompt({ messages, system }: Pick<ChatRequest, 'messages' | 'system'>): Prompt {
  const last = messages.at(-1)
  const names = new Map(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'toolCall' ? [[part.id, part.name] as const] : [])),
    ),
  )
  const question = messages.findLast(({ role, parts }) => role === 'user' && textOf(parts).trim() !== '')
  const results = (last?.role === 'user' ? last.parts : []).flatMap((part) =>
    part.kind === 'toolResult'
      ? [{ name: part.name ?? names.get(part.id) ?? 'the tool', text: textOf(part.parts), isError: part.isError }]
      : [],
  )
  return {
    text: textOf(question?.parts ?? []).slice(0, longestText),
    system: system.join('\n').slice(0, longestText),
    results: question === last && textOf(last?.parts ?? []).trim() !== '' && results.length === 0 ? [] : results,
    unseen: unseenIn(question?.parts ?? []),
  }
}

export function textOf(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.kind === 'text' ? [part.text] : part.kind === 'opaque' && part.text ? [part.text] : []))
    .join('\n')
}

const nouns = { image: 'picture', audio: 'sound', document: 'document' } as const

function unseenIn(parts: readonly Part[]): string[] {
  return (['image', 'audio', 'document'] as const).flatMap((kind) => {
    const count = parts.filter((part) => part.kind === kind).length
    return count === 0 ? [] : [`${count} ${nouns[kind]}${count === 1 ? '' : 's'}`]
  })
}
