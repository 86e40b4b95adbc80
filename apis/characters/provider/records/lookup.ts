// Looks up one record by its id, or several by a list of ids, as the provider does, including its errors (SOURCES 3).
import { byKey } from '#provider'
import { parseJson } from '#provider/import'
import { badId, badList, recordNotFound } from '../errors.ts'
import type { Collection } from './linked-records.ts'

/**
 * Looks up the records of a path: `7` is one record, `1,2` and `[1,2]` are the existing ones of the list, by id. Throws
 * the provider's errors: 404 for one unknown record (`kind` is its name there), 500 for an invalid id or list.
 */
export function lookUp<T extends { readonly id: number }>(
  collection: Collection<T>,
  value: string,
  kind: string,
): T | T[] {
  const ids = readIds(value)
  if (typeof ids !== 'number') return several(collection, ids)
  const record = collection.byId(ids)
  if (!record) throw recordNotFound(kind)
  return record
}

function several<T extends { readonly id: number }>(collection: Collection<T>, ids: readonly number[]): T[] {
  return [...new Set(ids)]
    .map((id) => collection.byId(id))
    .filter((record) => record !== undefined)
    .sort(byKey(({ id }) => id))
}

function readIds(value: string): number | readonly number[] {
  if (/[[\]]/.test(value)) return readList(value)
  if (value.includes(',') && value.length > 1) {
    // an empty item is 0, which no record has
    const ids = value.split(',').map(Number)
    if (ids.some(Number.isNaN)) throw badList()
    return ids
  }
  const id = Number(value)
  if (Number.isNaN(id)) throw badId()
  return id
}

function readList(value: string): readonly number[] {
  const parsed = parseJson(value)
  if (!Array.isArray(parsed) || parsed.length === 0 || !parsed.every((id) => typeof id === 'number')) throw badList()
  return parsed
}
