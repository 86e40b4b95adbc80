// Checks whether the game can have made the item of a certificate. Anybody can write a certificate, so an impossible
// item is decoded for the caller but neither stored nor ranked.
import type { Skin } from '../catalogue/records.ts'
import type { Certificate } from '../inspect/certificate.ts'
import { isSouvenir, isStattrak } from '../inspect/traits.ts'
import { seedLimit } from './patterns/fade.ts'

/** The game computes in 32-bit floats, so a float can be slightly outside the decimal bounds of its skin. */
const tolerance = 1e-6

/** Reports whether an item has a known skin, a quality that it exists in, a float in its range and a valid seed. */
export function isPossible(item: Certificate, skin: Skin | undefined): item is Certificate & { readonly wear: number } {
  if (!skin || item.wear === undefined || item.seed > seedLimit) return false
  if ((isStattrak(item) && !skin.stattrak) || (isSouvenir(item) && !skin.souvenir)) return false
  return item.wear >= skin.minFloat - tolerance && item.wear <= skin.maxFloat + tolerance
}
