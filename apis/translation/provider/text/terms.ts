// Replaces glossary terms in sentences by marks, so that no engine changes them, and records their replacements.
import type { Engine, UsedTerm, UsedTerms } from '../engines/engine.ts'
import { likeIn } from '../glossaries/term-case.ts'
import type { BaseForms, TermIndex } from '../glossaries/term-index.ts'
import type { WordForms } from '../glossaries/word-forms.ts'
import { baseOf } from '../language-code.ts'
import { joined, type Passage, type Piece } from '../piece.ts'

/** Returns the sentence with its terms as marks. */
export type FindTerms = (core: Piece[]) => Promise<{ readonly core: Piece[]; readonly terms: UsedTerms }>
interface Wanted {
  readonly terms: TermIndex | undefined
  /** Base language. */
  readonly source: string
  readonly target: string
}

/**
 * Creates the search. Other forms of terms are found by the engine's own analysis, or else by the forms that we know.
 */
export function createFindTerms(forms: WordForms): (engine: Engine, wanted: Wanted) => FindTerms {
  return (engine, { terms: index, source, target }) => {
    if (!index) return async (core) => ({ core, terms: new Map() })
    const languages = { source, target: baseOf(target) }
    return async (core) => {
      const words = wordsIn(core)
      const bases = engine.basesOf
        ? await analysed(engine.basesOf, forms, { words, source })
        : basesBy(forms, words, source)
      const terms = new Map<number, UsedTerm>()
      let mark = Math.max(-1, ...core.filter((piece) => typeof piece === 'number'))
      const pieces = core.flatMap((piece) => {
        if (typeof piece === 'number') return [piece]
        const parts: Piece[] = []
        let from = 0
        for (const { start, end, ...term } of index.matches(piece, bases)) {
          mark += 1
          const text = piece.slice(start, end)
          const inflected = term.isExact ? undefined : forms.inflected({ ...term, text }, languages)
          const wording = likeIn(text, { source: term.source, target: inflected ?? term.target })
          terms.set(mark, { ...term, text, wording })
          parts.push(piece.slice(from, start), mark)
          from = end
        }
        return [...parts, piece.slice(from)]
      })
      return { core: joined(pieces), terms }
    }
  }
}

function wordsIn(core: Passage): string[] {
  const words = new Set<string>()
  for (const piece of core)
    if (typeof piece === 'string') for (const [word] of piece.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu)) words.add(word)
  return [...words]
}

/**
 * Base forms by the engine's analysis, which may use another spelling: "center" is a base of "centers" if both are
 * forms of "centre".
 */
async function analysed(
  basesOf: NonNullable<Engine['basesOf']>,
  forms: WordForms,
  { words, source }: { readonly words: readonly string[]; readonly source: string },
): Promise<BaseForms> {
  const found = new Map(await basesOf(words))
  const candidates = words.flatMap((word) => {
    const known = found.get(word) ?? []
    return known.length === 0
      ? []
      : forms.basesOf(word, source).flatMap((base) => (known.includes(base) ? [] : [{ word, base }]))
  })
  if (candidates.length === 0) return found
  const others = await basesOf(candidates.map(({ base }) => base))
  for (const { word, base } of candidates) {
    const known = found.get(word) ?? []
    if (others.get(base)?.some((one) => known.includes(one)) === true) found.set(word, [...known, base])
  }
  return found
}

function basesBy(forms: WordForms, words: readonly string[], language: string): BaseForms {
  return new Map(
    words.flatMap((word): [string, readonly string[]][] => {
      const bases = forms.basesOf(word, language)
      return bases.length === 0 ? [] : [[word, bases]]
    }),
  )
}
