// The handlers' view of facts and breeds: in their fixed order, and the facts also by length, so that those short
// enough are a prefix. Immutable.

interface CatFact {
  readonly fact: string
  /** Length in characters (code points). */
  readonly length: number
}
export interface Breed {
  readonly breed: string
  readonly country: string
  readonly origin: string
  readonly coat: string
  readonly pattern: string
}
/** Facts and breeds, each in its fixed order. */
export interface CatRecords {
  readonly facts: readonly string[]
  readonly breeds: readonly Breed[]
}

export interface CatData {
  readonly facts: readonly CatFact[]
  readonly shortestFirst: readonly CatFact[]
  readonly breeds: readonly Breed[]
  /** True for each kind that comes from the sample. */
  readonly isSample: { readonly facts: boolean; readonly breeds: boolean }
}

/** Combines the stored records with the sample, for each kind without stored ones. */
export function createCatData(stored: CatRecords, sample: CatRecords): CatData {
  const isSample = { facts: stored.facts.length === 0, breeds: stored.breeds.length === 0 }
  const facts = (isSample.facts ? sample : stored).facts.map((fact) => ({ fact, length: [...fact].length }))
  const shortestFirst = facts.toSorted((one, other) => one.length - other.length)
  return { facts, shortestFirst, breeds: (isSample.breeds ? sample : stored).breeds, isSample }
}

/** Counts the facts of at most `maxLength` characters, which are the first of `shortestFirst`. */
export function countUpTo(shortestFirst: readonly CatFact[], maxLength: number): number {
  let low = 0
  let high = shortestFirst.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((shortestFirst[middle]?.length ?? 0) <= maxLength) low = middle + 1
    else high = middle
  }
  return low
}
