// Language pairs that an engine can serve, directly or through a third language.
import { baseOf } from '../language-code.ts'

/** A translation of one language pair. */
export interface Direction {
  /** Base language. */
  readonly source: string
  /** BCP 47. */
  readonly target: string
}

const variants: Readonly<Record<string, readonly string[]>> = {
  en: ['en-GB', 'en-US'],
  es: ['es-419'],
  pt: ['pt-PT', 'pt-BR'],
  zh: ['zh-Hans'],
}

/** A target language and its variants with the same spelling. */
export const targetsOf = (target: string): string[] => [target, ...(variants[target] ?? [])]

/** Direct routes, then routes of two directions for the other pairs; regional targets come before their language. */
export function routesOver<D extends Direction>(directions: readonly D[], pivots: readonly string[]): (readonly D[])[] {
  const direct = directions.toSorted((a, b) => b.target.length - a.target.length)
  const bases = [...new Set(directions.flatMap(({ source, target }) => [source, baseOf(target)]))]
  const find = (source: string, target: string) =>
    directions.find((one) => one.source === source && one.target === target)
  const indirect = bases.flatMap((source) =>
    bases.flatMap((target) => {
      if (source === target || find(source, target)) return []
      for (const pivot of pivots) {
        const [first, second] = [find(source, pivot), find(pivot, target)]
        if (first && second) return [[first, second]]
      }
      return []
    }),
  )
  return [...direct.map((one) => [one]), ...indirect]
}
