// Traits of an item derived from its certificate: StatTrak, Souvenir, asset id and owner.

import { steamIdOfAccount } from '../steam-id.ts'
import type { Certificate } from './certificate.ts'
import { souvenirQuality } from './item-codes.ts'

/**
 * Reports whether an item has a counter, whatever its quality: StatTrak knives have the quality of knives (SOURCES
 * 1.4).
 */
export function isStattrak(item: Certificate): boolean {
  return item.killEaterType !== undefined || item.killEaterValue !== undefined
}
export function isSouvenir(item: Certificate): boolean {
  return item.quality === souvenirQuality
}
/** Returns the asset id; undefined if the certificate has none, or 0 as in previews. */
export function assetIdOf(item: Certificate): string | undefined {
  return item.itemId === '0' ? undefined : item.itemId
}
/** Returns the Steam id of a certificate's account; undefined without one. */
export function ownerOf(item: Certificate): string | undefined {
  return item.accountId === undefined || item.accountId === 0 ? undefined : steamIdOfAccount(item.accountId)
}
