// What the certificate of an item adds to an inventory entry: float, seed, phase, stickers, link. Such an item is remembered like
// every float that passes through.
import type { ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { phaseOf } from '../catalogue/phases.ts'
import { nameAttachment } from '../float/item-naming.ts'
import { isPossible } from '../float/possible-item.ts'
import { type KnownFloat, rememberFloats } from '../float/store.ts'
import { type Certificate, decodeCertificate } from '../inspect/certificate.ts'
import { unmaskCertificate } from '../inspect/certificate-writer.ts'
import { InspectProblem } from '../inspect/inspect-error.ts'
import { writeInspectLink } from '../inspect/inspect-link.ts'
import type { Holding } from './holding.ts'

type Certified = Pick<Holding, 'wear' | 'seed' | 'phase' | 'stickers' | 'inspectLink' | 'certificate'>
export interface CertifiedItem {
  readonly facts: Certified
  readonly item: Certificate
  readonly certificate: string
}

/** Reads the hex digits of a certificate; undefined when they are none. */
export function readCertified(hex: string, catalogue: Catalogue): CertifiedItem | undefined {
  try {
    const item = decodeCertificate(hex)
    const certificate = unmaskCertificate(hex)
    const stickers = item.stickers.map((sticker) => {
      const named = nameAttachment(sticker, { defIndex: item.defIndex, kind: 'sticker' }, catalogue)
      return { name: named?.name ?? null, image: named?.image ?? null }
    })
    const facts = {
      wear: item.wear,
      seed: item.wear === undefined ? undefined : item.seed,
      phase: phaseOf(item.paintIndex)?.name,
      stickers,
      inspectLink: writeInspectLink({ kind: 'certificate', hex: certificate }),
      certificate,
    }
    return { facts, item, certificate }
  } catch (error) {
    if (error instanceof InspectProblem) return undefined
    throw error
  }
}

interface Owned extends CertifiedItem {
  readonly assetId: string
}

/** Remembers the items of an inventory that can exist. */
export async function rememberOwned(
  kit: Pick<ProviderKit<Tables>, 'db' | 'now'>,
  owned: readonly Owned[],
  { owner, catalogue }: { owner: string; catalogue: Catalogue },
): Promise<void> {
  const known: KnownFloat[] = []
  for (const { item, certificate, assetId } of owned) {
    if (isPossible(item, catalogue.byIndexes(item.defIndex, item.paintIndex)))
      known.push({ item, certificate, assetId, owner })
  }
  if (known.length > 0) await rememberFloats(kit.db, known, { nowMs: kit.now() })
}
