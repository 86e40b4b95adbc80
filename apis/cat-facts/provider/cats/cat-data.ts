// Facts and breeds as the handlers read them: in their fixed order, and the facts once more by length, so that those which
// are short enough are the beginning of a list. Built whole and never changed.

export interface CatFact {
  readonly fact: string
  /** Characters (code points) of the fact. */
  readonly length: number
}
export interface Breed {
  readonly breed: string
  readonly country: string
  readonly origin: string
  readonly coat: string
  readonly pattern: string
}
/** What is known, in its fixed order. */
export interface CatRecords {
  readonly facts: readonly string[]
  readonly breeds: readonly Breed[]
}

export interface CatData {
  readonly facts: readonly CatFact[]
  readonly shortestFirst: readonly CatFact[]
  readonly breeds: readonly Breed[]
  /** Which of the two are the sample that comes with the provider. */
  readonly sample: { readonly facts: boolean; readonly breeds: boolean }
}

export function createCatData(records: CatRecords, sample: CatData['sample']): CatData {
  const facts = records.facts.map((fact) => ({ fact, length: [...fact].length }))
  const shortestFirst = [...facts].sort((a, b) => a.length - b.length)
  return { facts, shortestFirst, breeds: records.breeds, sample }
}

/** How many facts have at most so many characters; these are the first of `shortestFirst`. */
export function countUpTo({ shortestFirst }: CatData, maxLength: number): number {
  let low = 0
  let high = shortestFirst.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((shortestFirst[middle]?.length ?? 0) <= maxLength) low = middle + 1
    else high = middle
  }
  return low
}
