// The handlers of the float endpoints: the item of an inspect link, and the leaderboard of a skin.
import { type HandlersFor, type ProviderKit, Refusal } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { FloatsTable } from '../../tables.ts'
import type { Catalogue } from '../catalogue/records.ts'
import { invalidLink, unknownFloat, unknownItem } from '../errors.ts'
import { type Certificate, decodeCertificate } from '../inspect/certificate.ts'
import { encodeCertificate, unmaskCertificate } from '../inspect/certificate-writer.ts'
import { InspectError } from '../inspect/inspect-error.ts'
import { type CertificateLink, type PointerLink, readInspectLink, writeInspectLink } from '../inspect/inspect-link.ts'
import { assetIdOf, isSouvenir, isStattrak, ownerOf } from '../inspect/traits.ts'
import type { Prices } from '../prices/book/prices.ts'
import { isSteamId } from '../steam-id.ts'
import { floatFilterOf } from './float-filter.ts'
import type { InspectServer } from './inspect-server.ts'
import { nameItem } from './item-naming.ts'
import { isPossible } from './possible-item.ts'
import type { FloatRank, FloatStore } from './store.ts'
import { floatView, patternFor, type ResolvedItem } from './view.ts'

interface FloatHandlersDeps {
  readonly kit: Pick<ProviderKit, 'now' | 'mayCallOut'>
  readonly catalogue: Catalogue
  readonly prices: Prices
  readonly floats: FloatStore
  readonly inspectServer: InspectServer
  /** Returns the certificate of an item in a public inventory; undefined if the account does not hold it. */
  readonly ownedCertificate: (item: { readonly owner: string; readonly assetId: string }) => Promise<string | undefined>
}

const maxLeaders = 100

export function createFloatHandlers(
  deps: FloatHandlersDeps,
): HandlersFor<typeof endpoints, 'float' | 'floatLeaderboard'> {
  const { catalogue, prices, floats } = deps
  const resolveItem = createItemResolver(deps)
  const leaderView = createLeaderView(catalogue)

  /** Stores an item that can exist and returns its rank among known ones; null for any other item. */
  async function rememberAndRank({ item, named, certificate, assetId, owner, source }: ResolvedItem) {
    if (!isPossible(item, named.skin)) return null
    if (source !== 'database') {
      const known = { item, certificate, assetId: assetId ?? undefined, owner }
      await floats.remember([known], deps.kit.now())
    }
    const { defIndex, paintIndex, wear } = item
    const rank: FloatRank = await floats.rank(
      { defIndex, paintIndex, stattrak: isStattrak(item), souvenir: isSouvenir(item) },
      wear,
    )
    return rank
  }

  return {
    async float({ url }) {
      const resolved = await resolveItem(readLink(url))
      return floatView(resolved, { prices, catalogue, rank: await rememberAndRank(resolved) })
    },
    async floatLeaderboard({ name, order, limit: wanted }) {
      const limit = Math.min(wanted, maxLeaders)
      const known = floatFilterOf(name, catalogue)
      if (!known) throw unknownItem(catalogue.skinByName(name))
      const { rows, total } = await floats.leaders(known.filter, { order, limit })
      const ranks = rows.map(({ wear }) => 1 + rows.findIndex((row) => row.wear === wear))
      const items = rows.map((row, at) => ({ rank: ranks[at] ?? at + 1, ...leaderView(row) }))
      return { name: known.name, order, limit, total_known: total, items }
    },
  }
}

type ReadLink = { link: PointerLink; item: undefined } | { link: CertificateLink; item: Certificate }

/** Reads the link and its item, if it contains one. Throws a 400 that names the parameter. */
function readLink(url: string): ReadLink {
  try {
    const link = readInspectLink(url)
    return link.kind === 'pointer' ? { link, item: undefined } : { link, item: decodeCertificate(link.hex) }
  } catch (error) {
    if (error instanceof InspectError) throw invalidLink('url', error.code, error.message)
    throw error
  }
}

/** Creates a resolver of links: from the link itself, the store, the owner's inventory, or the inspect server. */
function createItemResolver({ kit, catalogue, floats, inspectServer, ownedCertificate }: FloatHandlersDeps) {
  const describe = (item: Certificate, certificate: string) => ({
    item,
    named: nameItem(item, catalogue),
    certificate,
    link: linkOf(certificate),
  })

  async function resolvePointer(link: PointerLink): Promise<ResolvedItem> {
    const row = await floats.find(link.assetId)
    if (row) {
      const details = describe(decodeCertificate(row.certificate), row.certificate)
      return { ...details, assetId: row.asset_id, owner: link.owner ?? row.owner ?? undefined, source: 'database' }
    }
    const owned = await resolveOwned(link)
    if (owned) return owned
    const item = await inspectServer.resolve({ link: writeInspectLink(link), assetId: link.assetId })
    if (!item) throw unknownFloat(inspectServer.isConfigured)
    const details = describe(item, encodeCertificate(item))
    return { ...details, assetId: link.assetId, owner: link.owner, source: 'inspect_server' }
  }

  /** Returns the item of a link with an owner, from that account's public inventory if outbound calls are permitted. */
  async function resolveOwned({ owner, assetId }: PointerLink): Promise<ResolvedItem | undefined> {
    if (owner === undefined || !kit.mayCallOut || !isSteamId(owner)) return undefined
    try {
      const certificate = await ownedCertificate({ owner, assetId })
      if (certificate === undefined) return undefined
      const details = describe(decodeCertificate(certificate), certificate)
      return { ...details, assetId, owner, source: 'inventory' }
    } catch (error) {
      // private, unknown or throttled: the inspect server might still know the item
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  return async ({ link, item }: ReadLink): Promise<ResolvedItem> => {
    if (item === undefined) return resolvePointer(link)
    return {
      ...describe(item, unmaskCertificate(link.hex)),
      assetId: assetIdOf(item) ?? link.assetId ?? null,
      owner: link.owner ?? ownerOf(item),
      source: 'certificate',
      link: writeInspectLink(link),
    }
  }
}

function createLeaderView(catalogue: Catalogue) {
  return (row: FloatsTable) => {
    const item = decodeCertificate(row.certificate)
    const named = nameItem(item, catalogue)
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
}

const linkOf = (hex: string) => writeInspectLink({ kind: 'certificate', hex })
