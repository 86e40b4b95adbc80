// The substance that a path names.
import { badRequest, unknownSubstance } from '../errors.ts'
import { findSubstance } from '../materials/materials.ts'
import type { Substance } from '../materials/records.ts'
import type { Context } from './ambit.ts'

/** A prefix, a dash and a UUID (SOURCES 2.8). */
const uuidForm = /^[A-Z0-9]{4,8}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isSubstanceId(id: string): boolean {
  return uuidForm.test(id) || /^\d{1,9}$/.test(id)
}

/** Throws the provider's 400 for an identifier of another form, and its 404 for one that is not there. */
export function substanceOf({ database }: Pick<Context, 'database'>, id: string): Substance {
  if (!isSubstanceId(id))
    throw badRequest('A substance is named by four characters, a dash and a UUID, or by a number.')
  const substance = findSubstance(database, id)
  if (!substance) throw unknownSubstance()
  return substance
}
