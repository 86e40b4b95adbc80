// Looks up structures by their identifiers.

import type { Structure } from '../../model/records.ts'
import { badRequest } from '../errors.ts'
import type { Matcher } from '../materials/linear-regexp.ts'
import type { Database, NumberedStructure } from '../materials/materials.ts'
import { structureKey } from '../materials/materials.ts'

/** True if a text is a CAS number with its check digit. */
export function isCas(text: string): boolean {
  const [, front = '', middle = '', check = ''] = /^(\d{2,7})-(\d{2})-(\d)$/.exec(text) ?? []
  const digits = [...(front + middle)].reverse()
  return check !== '' && digits.reduce((sum, digit, at) => sum + Number(digit) * (at + 1), 0) % 10 === Number(check)
}

/** True if a text is an EC (EINECS) number with its check digit. */
export function isEc(text: string): boolean {
  const [, one = '', two = '', check = ''] = /^(\d{3})-(\d{3})-(\d)$/.exec(text) ?? []
  const sum = [...(one + two)].reduce((total, digit, at) => total + Number(digit) * (at + 1), 0)
  return check !== '' && sum % 11 === Number(check)
}

export function structuresWith(
  { structures }: Database,
  matches: (structure: Structure) => boolean,
): NumberedStructure[] {
  return structures.filter(({ structure }) => matches(structure))
}

/** Returns the key. Throws the provider's 400 unless it has 27 characters. */
export function checkedInchiKey(text: string): string {
  const key = text.trim().toUpperCase()
  if (!/^[A-Z]{14}-[A-Z]{10}-[A-Z]$/.test(key)) throw badRequest('An InChIKey has 27 characters.')
  return key
}

/** Returns every identifier of a structure. */
export function identifiersOf(structure: Structure): string[] {
  const { names, iupacName, tradeName, cas, ec, smiles, inchi, inchiKey } = structure
  return [...names, iupacName, tradeName, cas, ec, smiles, inchi, inchiKey].filter((one) => one !== undefined)
}

export function withIdentifier(matches: Matcher): (structure: Structure) => boolean {
  return (structure) => identifiersOf(structure).some(matches)
}

/** Returns the structures of a reference: by their own UUID, or the cores of the substances with this reference. */
export function structuresOfReference({ structures, substances, byKey }: Database, uuid: string): NumberedStructure[] {
  const own = structures.filter(({ structure }) => structure.iuclidUuid === uuid)
  if (own.length > 0) return own
  const keys = new Set(
    substances
      .filter(({ referenceUuid }) => referenceUuid === uuid)
      .flatMap(({ components }) => components.filter(({ relation }) => relation === 'HAS_CORE'))
      .map(({ structure }) => structureKey(structure)),
  )
  return [...keys].flatMap((key) => byKey.get(key) ?? [])
}
