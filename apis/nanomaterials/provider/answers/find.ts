// Finds the substance that a path names.

import type { Substance } from '../../model/records.ts'
import { badRequest, unknownSubstance } from '../errors.ts'
import { findSubstance } from '../materials/materials.ts'
import type { Context } from './ambit.ts'

/** Form of an identifier: a prefix, a dash and a UUID (SOURCES 2.8). */
const uuidForm = /^[A-Z0-9]{4,8}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isSubstanceId(id: string): boolean {
  return uuidForm.test(id) || /^\d{1,9}$/.test(id)
}

/** Finds a substance. Throws the provider's 400 for a malformed identifier, and its 404 for an unknown one. */
export function substanceOf({ database }: Pick<Context, 'database'>, id: string): Substance {
  if (!isSubstanceId(id))
    throw badRequest('A substance is named by four characters, a dash and a UUID, or by a number.')
  const substance = findSubstance(database, id)
  if (!substance) throw unknownSubstance()
  return substance
}
