// Traits of an item that follow from its certificate: StatTrak, Souvenir, asset id and owner.

import { steamIdOfAccount } from '../steam-id.ts'
import type { Certificate } from './certificate.ts'
import { souvenirQuality } from './item-codes.ts'

/** The counter decides, whatever the quality: StatTrak knives have the quality of knives (SOURCES 1.4). */
export function isStattrak(item: Certificate): boolean {
  return item.killEaterType !== undefined || item.killEaterValue !== undefined
}
export function isSouvenir(item: Certificate): boolean {
  return item.quality === souvenirQuality
}
/** The asset id; undefined where the certificate has none, or 0 as previews do. */
export function assetIdOf(item: Certificate): string | undefined {
  return item.itemId === '0' ? undefined : item.itemId
}
/** The Steam id of the account that a certificate names; undefined when it names none. */
export function ownerOf(item: Certificate): string | undefined {
  return item.accountId === undefined || item.accountId === 0 ? undefined : steamIdOfAccount(item.accountId)
}
