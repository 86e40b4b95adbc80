// The quality evaluation of a document, sentence by sentence, from what the engine itself reports: unknown words are
// errors. Mistranslations go unnoticed.
import { mapInSteps } from '#provider'
import type { TranslatedSegment } from '../text/translator.ts'
import { charactersIn } from '../usage/usage.ts'

export interface Evaluation {
  readonly segments: readonly EvaluatedSegment[]
  readonly summary: { readonly overall_score: number; readonly granular_counts: GranularCounts }
}
type GranularCounts = Record<string, Record<string, Record<string, number>>>
interface Span {
  readonly start: number
  readonly end: number
}
interface EvaluatedSegment {
  readonly segment_index: number
  readonly segment_score: number
  readonly source: string
  readonly target: string
  readonly errors: readonly {
    readonly type: 'Accuracy'
    readonly sub_type: string
    readonly severity: 'Major'
    readonly explanation: string
    readonly source_spans: Span[]
    readonly target_spans: Span[]
  }[]
}

/** Limit of evaluated sentences in a document. */
export const maxSegments = 2000
/** Number of unknown words after which evaluation stops. */
export const maxUnknown = 10_000

export async function evaluate(translated: readonly TranslatedSegment[]): Promise<Evaluation> {
  const segments = await mapInSteps(translated.entries(), evaluatedSegment)
  const errors = segments.reduce((count, segment) => count + segment.errors.length, 0)
  const scores = segments.map(({ segment_score }) => segment_score)
  const overall = scores.length === 0 ? 100 : scores.reduce((sum, score) => sum + score, 0) / scores.length
  return {
    segments,
    summary: {
      overall_score: Math.round(overall),
      granular_counts: errors === 0 ? {} : { Accuracy: { Untranslated: { Major: errors } } },
    },
  }
}

function evaluatedSegment([segment_index, { source, target, words, unknown }]: readonly [
  number,
  TranslatedSegment,
]): EvaluatedSegment {
  const errors = unknown.map((word) => ({
    type: 'Accuracy' as const,
    sub_type: 'Untranslated',
    severity: 'Major' as const,
    explanation: `The engine does not know "${word}".`,
    source_spans: spansOf(word, source),
    target_spans: spansOf(`[${word}]`, target),
  }))
  const segment_score = words === 0 ? 100 : Math.max(0, Math.round((100 * (words - unknown.length)) / words))
  return { segment_index, segment_score, source, target, errors }
}

/** The span of the first occurrence, in code points. */
function spansOf(part: string, text: string): Span[] {
  const at = text.indexOf(part)
  if (at === -1) return []
  const start = charactersIn(text.slice(0, at))
  return [{ start, end: start + charactersIn(part) }]
}
