// A public inventory as Steam serves it without a key (SOURCES 5.3): pages of assets with their descriptions and
// properties. Wear, seed and certificate are read by property number, because property names are translated.
import type { ProviderKit } from '#define'
import type { Catalogue } from '../catalogue/records.ts'
import { privateAccount, unknownAccount } from '../errors.ts'
import type { FloatStore } from '../float/store.ts'
import type { Game } from '../games.ts'
import { fieldOf } from '../prices/feeds/source.ts'
import { type CertifiedItem, readCertified, rememberOwned } from './certified.ts'
import type { Holding, Holdings } from './holding.ts'
import { listAt, numberAt, type Requester, type SteamClient, stringAt } from './steam-client.ts'

/** Steam refuses much larger pages (SOURCES 5.3), and callers wait for each one. */
const pageSize = 1000
const maxPages = 4
const picturesAt = 'https://community.akamai.steamstatic.com/economy/image/'
const properties = { seed: 1, wear: 2, certificate: 6 } as const

interface SteamInventoryDeps {
  readonly kit: Pick<ProviderKit, 'now'>
  readonly catalogue: Catalogue
  readonly steam: SteamClient
  readonly floats: Pick<FloatStore, 'remember'>
}
interface InventoryRequest {
  readonly steamId: string
  readonly game: Game
  readonly urgency: NonNullable<Requester['urgency']>
}

/** Reads the inventory of an account. Throws 404 for a private or unknown one, else like the Steam client. */
export async function readSteamInventory(
  { kit, catalogue, steam, floats }: SteamInventoryDeps,
  { steamId, game, urgency }: InventoryRequest,
): Promise<Holdings> {
  const items: Holding[] = []
  const certified: (CertifiedItem & { assetId: string })[] = []
  let after: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const body = await readPage(steam, { steamId, game, urgency, after })
    for (const one of entriesOf(body, { steamId, catalogue })) {
      items.push(one.holding)
      if (one.certified) certified.push({ ...one.certified, assetId: one.holding.assetId })
    }
    after = numberAt(body, 'more_items') === 1 ? stringAt(body, 'last_assetid') : undefined
    if (after === undefined) break
  }
  await rememberOwned(floats, certified, { owner: steamId, catalogue, nowMs: kit.now() })
  return { steamId, items, truncated: after !== undefined, readAt: kit.now(), simulated: false }
}

async function readPage(
  steam: SteamClient,
  { steamId, game, urgency, after }: InventoryRequest & { after: string | undefined },
): Promise<unknown> {
  const query = { l: 'english', count: String(pageSize), ...(after === undefined ? {} : { start_assetid: after }) }
  const request = { path: `/inventory/${steamId}/${game.app}/2`, query, also: [400, 401, 403, 404, 500] }
  const { status, text } = await steam.community(request, { urgency })
  if (status === 401 || status === 403) throw privateAccount('inventory')
  if (status !== 200) throw unknownAccount()
  const body = steam.parse(text)
  if (numberAt(body, 'success') !== 1) throw privateAccount('inventory')
  return body
}

interface Entry {
  readonly holding: Holding
  readonly certified: CertifiedItem | undefined
}

/** Returns the stacks of one page in order. Assets without a description are skipped. */
function entriesOf(body: unknown, context: { steamId: string; catalogue: Catalogue }): Entry[] {
  const described = new Map(listAt(body, 'descriptions').map((one) => [classKey(one), one]))
  const known = new Map(
    listAt(body, 'asset_properties').map((one) => [stringAt(one, 'assetid'), listAt(one, 'asset_properties')]),
  )
  const entries: Entry[] = []
  for (const asset of listAt(body, 'assets')) {
    const assetId = stringAt(asset, 'assetid')
    const description = described.get(classKey(asset))
    if (assetId === undefined || description === undefined) continue
    entries.push(entryOf({ asset, assetId, description, values: known.get(assetId) ?? [] }, context))
  }
  return entries
}

const classKey = (one: unknown) => `${stringAt(one, 'classid')}_${stringAt(one, 'instanceid') ?? '0'}`

interface Asset {
  readonly asset: unknown
  readonly assetId: string
  readonly description: unknown
  readonly values: readonly unknown[]
}

function entryOf(
  { asset, assetId, description, values }: Asset,
  { steamId, catalogue }: { steamId: string; catalogue: Catalogue },
): Entry {
  const propertyOf = (id: number) => values.find((one) => numberAt(one, 'propertyid') === id)
  const hex = stringAt(propertyOf(properties.certificate), 'string_value')
  const certified = hex === undefined ? undefined : readCertified(hex, catalogue)
  const marketHashName = stringAt(description, 'market_hash_name') ?? stringAt(description, 'name') ?? ''
  const item = catalogue.byName(marketHashName)
  const icon = stringAt(description, 'icon_url')
  const own = {
    wear: numberAt(propertyOf(properties.wear), 'float_value'),
    seed: numberAt(propertyOf(properties.seed), 'int_value'),
    phase: undefined,
    stickers: [],
    inspectLink: linkOf(description, { steamId, assetId, hex }),
    certificate: undefined,
  }
  const holding: Holding = {
    assetId,
    classId: stringAt(asset, 'classid') ?? '',
    instanceId: stringAt(asset, 'instanceid') ?? '0',
    amount: Math.max(1, Math.trunc(numberAt(asset, 'amount') ?? 1)),
    marketHashName,
    name: item?.skin.name ?? stringAt(description, 'name') ?? marketHashName,
    type: item?.skin.type ?? tagOf(description, 'Type'),
    rarity: item?.skin.rarity.name ?? tagOf(description, 'Rarity'),
    wearName: item?.wear ?? tagOf(description, 'Exterior'),
    image: icon === undefined ? null : picturesAt + icon,
    tradable: numberAt(description, 'tradable') === 1,
    marketable: numberAt(description, 'marketable') === 1,
    ...(certified?.details ?? own),
  }
  return { holding, certified }
}

function tagOf(description: unknown, category: string): string | null {
  const tag = listAt(description, 'tags').find((one) => stringAt(one, 'category') === category)
  return stringAt(tag, 'localized_tag_name') ?? null
}

/** Returns the link of the description with its placeholders replaced; undefined if one is unknown. */
function linkOf(
  description: unknown,
  { steamId, assetId, hex }: { steamId: string; assetId: string; hex: string | undefined },
): string | undefined {
  const link = listAt(description, 'actions')
    .map((action) => fieldOf(action, 'link'))
    .find((one) => typeof one === 'string' && one.includes('csgo_econ_action_preview'))
  if (typeof link !== 'string') return undefined
  const filled = link
    .replace('%owner_steamid%', steamId)
    .replace('%assetid%', assetId)
    .replace('%propid:6%', hex ?? '%propid:6%')
  return filled.includes('%propid:') ? undefined : filled
}
