// One record by its id, or several by a list of ids, read as the provider reads them, errors included.
import { refuse } from '#define'
import type { Collection } from './linked-records.ts'

const badId = { error: 'Hey! you must provide an id' }
const badList = { error: 'Bad... bad array :/' }

/**
 * What a path says: `7` is one record, `1,2` and `[1,2]` are a list of those that exist, in the order of their ids.
 * Throws the provider's refusals: 404 with `missing` for one that does not exist, 500 for what is no id or a broken list.
 */
export function lookUp<T extends { readonly id: number }>(
  collection: Collection<T>,
  given: string,
  missing: string,
): T | T[] {
  const ids = readIds(given)
  if (typeof ids !== 'number') return several(collection, ids)
  const found = collection.byId(ids)
  if (!found) throw refuse(404, { error: missing })
  return found
}

function several<T extends { readonly id: number }>(collection: Collection<T>, ids: readonly number[]): T[] {
  return [...new Set(ids)]
    .map((id) => collection.byId(id))
    .filter((record) => record !== undefined)
    .sort((a, b) => a.id - b.id)
}

function readIds(given: string): number | readonly number[] {
  if (/[[\]]/.test(given)) return readList(given)
  if (given.includes(',') && given.length > 1) {
    // an empty place between commas is 0, which is nobody's id
    const ids = given.split(',').map(Number)
    if (ids.some(Number.isNaN)) throw refuse(500, badList)
    return ids
  }
  const id = Number(given)
  if (Number.isNaN(id)) throw refuse(500, badId)
  return id
}

function readList(given: string): readonly number[] {
  const parsed = parse(given)
  if (!Array.isArray(parsed) || parsed.length === 0 || !parsed.every((id) => typeof id === 'number'))
    throw refuse(500, badList)
  return parsed
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
