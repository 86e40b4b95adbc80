// Whether the game can have made the item of a certificate. Anybody can write one, so an impossible item is decoded for
// the caller but neither stored nor ranked.
import type { Skin } from '../catalogue/records.ts'
import type { Certificate } from '../inspect/certificate.ts'
import { seedLimit } from './patterns/fade.ts'

/** The game computes in 32-bit floats, so a float may be slightly outside the decimal bounds of its skin. */
const tolerance = 1e-6

/** Whether an item belongs to a known skin, with a float in its range and a seed that exists. */
export function isPossible(item: Certificate, skin: Skin | undefined): item is Certificate & { readonly wear: number } {
  if (!skin || item.wear === undefined || item.seed > seedLimit) return false
  return item.wear >= skin.minFloat - tolerance && item.wear <= skin.maxFloat + tolerance
}
