// Adds the data of an item's certificate to an inventory entry: float, seed, phase, stickers, link. Such items are
// stored like all floats that pass through.

import { phaseOf } from '../catalogue/phases.ts'
import type { Catalogue } from '../catalogue/records.ts'
import { nameAttachment } from '../float/item-naming.ts'
import { isPossible } from '../float/possible-item.ts'
import type { FloatStore, KnownFloat } from '../float/store.ts'
import { type Certificate, decodeCertificate } from '../inspect/certificate.ts'
import { unmaskCertificate } from '../inspect/certificate-writer.ts'
import { InspectError } from '../inspect/inspect-error.ts'
import { writeInspectLink } from '../inspect/inspect-link.ts'
import type { Holding } from './holding.ts'

type Certified = Pick<Holding, 'wear' | 'seed' | 'phase' | 'stickers' | 'inspectLink' | 'certificate'>
export interface CertifiedItem {
  readonly details: Certified
  readonly item: Certificate
  readonly certificate: string
}

/** Reads the hex digits of a certificate; undefined if they are invalid. */
export function readCertified(hex: string, catalogue: Catalogue): CertifiedItem | undefined {
  try {
    const item = decodeCertificate(hex)
    const certificate = unmaskCertificate(hex)
    const stickers = item.stickers.map((sticker) => {
      const named = nameAttachment(sticker, { defIndex: item.defIndex, kind: 'sticker' }, catalogue)
      return { name: named?.name ?? null, image: named?.image ?? null }
    })
    const details = {
      wear: item.wear,
      seed: item.wear === undefined ? undefined : item.seed,
      phase: phaseOf(item.paintIndex)?.name,
      stickers,
      inspectLink: writeInspectLink({ kind: 'certificate', hex: certificate }),
      certificate,
    }
    return { details, item, certificate }
  } catch (error) {
    if (error instanceof InspectError) return undefined
    throw error
  }
}

interface Owned extends CertifiedItem {
  readonly assetId: string
}

/** Stores those items of an inventory that can exist. */
export async function rememberOwned(
  floats: Pick<FloatStore, 'remember'>,
  owned: readonly Owned[],
  { owner, catalogue, nowMs }: { owner: string; catalogue: Catalogue; nowMs: number },
): Promise<void> {
  const known: KnownFloat[] = []
  for (const { item, certificate, assetId } of owned) {
    if (isPossible(item, catalogue.byIndexes(item.defIndex, item.paintIndex)))
      known.push({ item, certificate, assetId, owner })
  }
  if (known.length > 0) await floats.remember(known, nowMs)
}
