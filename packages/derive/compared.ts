// What the embedded answers of an API were compared with, as a sentence. The numbers are those of `gatehouse drift
// <slug> --har <file> --embedded --json`, kept in `apis/<slug>/compared.json`.
import type { Api } from '#define'

/** The result of a comparison of embedded answers with recorded live ones. */
export interface Compared {
  /** Live answers. */
  readonly answers: number
  /** The day on which they were recorded, YYYY-MM-DD. */
  readonly day: string
  /** Findings by severity. */
  readonly breaking: number
  readonly warning: number
  readonly info: number
}

/** Returns the sentence; undefined for an API without embedded answers, and for those that manage the gateway. */
export function comparedSentence(
  { upstream, surface }: Pick<Api, 'upstream' | 'surface'>,
  { embedded, compared }: { readonly embedded: boolean; readonly compared: Compared | undefined },
): string | undefined {
  if (!embedded || (surface.name !== 'hosted' && surface.name !== 'market')) return undefined
  if (upstream === null) return 'It has no live provider with which its answers could be compared.'
  if (!compared) return 'Its embedded answers have been compared with no live answer yet.'
  const { answers, day, breaking, warning, info } = compared
  return `Its embedded answers have been compared with ${answers} live answers of ${day}: ${breaking} members of another type, ${warning} missing and ${info} that no live answer had.`
}

/** Reads the text of the file; throws with its problem. */
export function readCompared(text: string): Compared {
  const { answers, day, breaking, warning, info } = Object(JSON.parse(text))
  for (const count of [answers, breaking, warning, info])
    if (!Number.isInteger(count) || count < 0) throw new Error('answers, breaking, warning and info must be counts')
  if (answers === 0) throw new Error('answers must be at least 1')
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Error('day must be YYYY-MM-DD')
  return { answers, day, breaking, warning, info }
}
