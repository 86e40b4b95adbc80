// The float endpoints: what is behind an inspect link, and the leaderboard of a skin.
import { type Kit, type ProviderKit, Refusal } from '#define'
import type { FloatsTable, Tables } from '../../tables.ts'
import type { AreaFacts, AreaHandlers } from '../area.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { invalidLink, unknownFloat, unknownItem } from '../errors.ts'
import { type Certificate, decodeCertificate } from '../inspect/certificate.ts'
import { encodeCertificate, unmaskCertificate } from '../inspect/certificate-writer.ts'
import { InspectProblem } from '../inspect/inspect-error.ts'
import { type CertificateLink, type PointerLink, readInspectLink, writeInspectLink } from '../inspect/inspect-link.ts'
import { assetIdOf, isSouvenir, isStattrak, ownerOf } from '../inspect/traits.ts'
import { createPrices } from '../prices/book/prices.ts'
import { isSteamId } from '../steam-id.ts'
import { askInspectServer, checkInspectServer, inspectServerOf } from './inspect-server.ts'
import { nameItem } from './item-naming.ts'
import { isPossible } from './possible-item.ts'
import { fieldOf } from './skin-field.ts'
import { findFloat, leadingFloats, rankFloat, rememberFloats } from './store.ts'
import { type Found, floatRecordOf, patternFor } from './view.ts'

type CallKit = Kit<Tables>

/** The certificate of an item in a public inventory; undefined when the account does not hold it. Throws refusals of Steam. */
export type OwnedCertificate = (
  kit: CallKit,
  item: { readonly owner: string; readonly assetId: string },
) => Promise<string | undefined>

export const createFloatHandlers = (
  ownedCertificate: OwnedCertificate,
): AreaHandlers<'float' | 'floatLeaderboard'> => ({
  async float({ url }, kit) {
    const found = await findItem(readLink(url), kit, ownedCertificate)
    const rank = await rememberAndRank(found, kit)
    return floatRecordOf(found, { prices: createPrices(kit), catalogue: catalogue(), rank })
  },
  async floatLeaderboard({ name, order, limit }, kit) {
    const known = fieldOf(name, catalogue())
    if (!known) throw unknownItem()
    const { rows, total } = await leadingFloats(kit.db, known.field, { order, limit })
    const ranks = rows.map(({ wear }) => 1 + rows.findIndex((row) => row.wear === wear))
    const items = rows.map((row, at) => ({ rank: ranks[at] ?? at + 1, ...leaderOf(row) }))
    return { name: known.name, order, limit, total_known: total, items }
  },
})
export const floatFacts: AreaFacts = {
  seed: async (kit) => checkInspectServer(kit),
}

type ReadLink = { link: PointerLink; item: undefined } | { link: CertificateLink; item: Certificate }

/** The link and, when it holds one, its item. Throws 400 that names the parameter. */
function readLink(url: string): ReadLink {
  try {
    const link = readInspectLink(url)
    return link.kind === 'pointer' ? { link, item: undefined } : { link, item: decodeCertificate(link.hex) }
  } catch (error) {
    if (error instanceof InspectProblem) throw invalidLink('url', error.code, error.message)
    throw error
  }
}

async function findItem({ link, item }: ReadLink, kit: CallKit, ownedCertificate: OwnedCertificate): Promise<Found> {
  if (item === undefined) return findPointed(link, kit, ownedCertificate)
  return {
    ...described(item, unmaskCertificate(link.hex)),
    assetId: assetIdOf(item) ?? link.assetId ?? null,
    owner: link.owner ?? ownerOf(item),
    source: 'certificate',
    link: writeInspectLink(link),
  }
}

async function findPointed(link: PointerLink, kit: CallKit, ownedCertificate: OwnedCertificate): Promise<Found> {
  const row = await findFloat(kit.db, link.assetId)
  if (row) {
    const facts = described(decodeCertificate(row.certificate), row.certificate)
    return { ...facts, assetId: row.asset_id, owner: link.owner ?? row.owner ?? undefined, source: 'database' }
  }
  const owned = await findOwned(link, kit, ownedCertificate)
  if (owned) return owned
  const server = inspectServerOf(kit.config)
  const asked = { link: writeInspectLink(link), assetId: link.assetId }
  const item = server === undefined ? undefined : await askInspectServer(kit, { server, ...asked })
  if (!item) throw unknownFloat(server !== undefined)
  const facts = described(item, encodeCertificate(item))
  return { ...facts, assetId: link.assetId, owner: link.owner, source: 'inspect_server' }
}

/** The item of a link that names its owner, read in that account's public inventory where Steam may be asked (SOURCES 1.6). */
async function findOwned(
  link: PointerLink,
  kit: CallKit,
  ownedCertificate: OwnedCertificate,
): Promise<Found | undefined> {
  if (link.owner === undefined || !kit.mayCallOut || !isSteamId(link.owner)) return undefined
  try {
    const certificate = await ownedCertificate(kit, { owner: link.owner, assetId: link.assetId })
    if (certificate === undefined) return undefined
    const facts = described(decodeCertificate(certificate), certificate)
    return { ...facts, assetId: link.assetId, owner: link.owner, source: 'inventory' }
  } catch (error) {
    // private, unknown or not to be asked now: the inspect server may still know it
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const described = (item: Certificate, certificate: string) => ({
  item,
  named: nameItem(item, catalogue()),
  certificate,
  link: linkOf(certificate),
})

/** Remembers an item that can exist, and tells its place among the known ones; null for every other. */
async function rememberAndRank(
  { item, named, certificate, assetId, owner, source }: Found,
  kit: ProviderKit<Tables>,
): Promise<{ low: number | null; high: number | null } | null> {
  if (!isPossible(item, named.skin)) return null
  if (source !== 'database') {
    const known = { item, certificate, assetId: assetId ?? undefined, owner }
    await rememberFloats(kit.db, [known], { nowMs: kit.now() })
  }
  const { defIndex, paintIndex, wear } = item
  return rankFloat(kit.db, { defIndex, paintIndex, stattrak: isStattrak(item), souvenir: isSouvenir(item) }, wear)
}

function leaderOf(row: FloatsTable) {
  const item = decodeCertificate(row.certificate)
  const named = nameItem(item, catalogue())
  return {
    float_value: row.wear,
    paint_seed: row.seed,
    market_hash_name: named.marketHashName,
    asset_id: row.asset_id,
    ...(row.owner === null ? {} : { owner: row.owner }),
    pattern: patternFor(item, named),
    stickers_count: row.stickers_count,
    inspect_link: linkOf(row.certificate),
    first_seen: new Date(row.first_seen).toISOString(),
    last_seen: new Date(row.last_seen).toISOString(),
  }
}

const linkOf = (hex: string) => writeInspectLink({ kind: 'certificate', hex })
