// Finds the kept request that comes nearest to one of which no answer is kept.
import { type AnswerRequest, canonicalJson } from './kept-answer.ts'

/** A part in which two requests differ. Values are those of parameters; digests tell nobody anything. */
interface RequestDifference {
  readonly part: string
  readonly sent?: unknown
  readonly kept?: unknown
}
export interface Nearest {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly differs: readonly RequestDifference[]
}
interface KeptRequest {
  readonly id: string
  readonly at: number
  readonly request: AnswerRequest
}

/** The number of kept requests, the newest ones, of which the nearest is found. */
export const comparedRequests = 50

/** Returns the request with the fewest differences, the first of several. */
export function nearestOf(request: AnswerRequest, kept: readonly KeptRequest[]): Nearest | undefined {
  const nearest = kept
    .map(({ id, at, request: other }) => ({ id, at, differs: differencesOf(request, other) }))
    .reduce<Nearest | undefined>(
      (best, one) => (best && best.differs.length <= one.differs.length ? best : one),
      undefined,
    )
  // the same request: the provider has chosen by a header
  return nearest?.differs.length === 0 ? { ...nearest, differs: [{ part: 'accept or accept-language' }] } : nearest
}

function differencesOf(sent: AnswerRequest, kept: AnswerRequest): RequestDifference[] {
  const names = [...new Set([...Object.keys(sent.params), ...Object.keys(kept.params)])].sort()
  const differences: RequestDifference[] = names
    .filter((name) => canonicalJson(sent.params[name]) !== canonicalJson(kept.params[name]))
    .map((name) => ({ part: `params.${name}`, sent: sent.params[name], kept: kept.params[name] }))
  if (sent.body !== kept.body) differences.push({ part: 'body' })
  if (sent.other !== kept.other) differences.push({ part: 'undeclared parameters' })
  return differences
}
