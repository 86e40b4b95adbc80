// Finds the structure that an address or a number names.
import type { Database, NumberedStructure } from '../materials/materials.ts'

const path = /\/compound\/(\d{1,10})(?:\/|$)/

/** Accepts `…/compound/7`, `…/compound/7/conformer/7`, or the number alone, on any server. */
export function structureByUri({ byNumber }: Database, uri: string): NumberedStructure | undefined {
  const number = /^\d{1,10}$/.test(uri) ? uri : path.exec(uri)?.[1]
  return number === undefined ? undefined : byNumber.get(Number(number))
}
