// Accounts that replace real ones while outbound calls are not permitted. Their ids are in a range that Steam has not
// used yet, their items are drawn from the catalogue by a fixed rule, and responses about them are marked as simulated.
import { createHash } from 'node:crypto'
import { pictureOf } from '../catalogue/picture.ts'
import type { Catalogue, Item, OtherItem } from '../catalogue/records.ts'
import type { Certificate } from '../inspect/certificate.ts'
import { encodeCertificate } from '../inspect/certificate-writer.ts'
import { readCertified } from './certified.ts'
import type { Holding, Holdings } from './holding.ts'

export interface SampleAccount {
  readonly steamId: string
  readonly vanity: string
  readonly name: string
  readonly country: string
  readonly level: number
  readonly hours: number
  readonly recentHours: number
  readonly created: string
  readonly visibility: 'public' | 'private'
  readonly items: number
  readonly vacBanned: boolean
  /** Start of each friendship, by the friend's id. */
  readonly friends: Readonly<Record<string, string>>
}

const id = (number: number) => String(76_561_197_960_265_728n + BigInt(number))
const ids = { collector: id(4_200_000_001), trader: id(4_200_000_002), recluse: id(4_200_000_003) }

const sampleAccounts: readonly SampleAccount[] = [
  {
    steamId: ids.collector,
    vanity: 'sample-collector',
    name: 'Sample collector',
    country: 'SE',
    level: 42,
    hours: 2315.4,
    recentHours: 11.2,
    created: '2013-03-09T14:20:00.000Z',
    visibility: 'public',
    items: 60,
    vacBanned: false,
    friends: { [ids.trader]: '2016-05-01T18:30:00.000Z', [ids.recluse]: '2019-11-23T09:05:00.000Z' },
  },
  {
    steamId: ids.trader,
    vanity: 'sample-trader',
    name: 'Sample trader',
    country: 'PT',
    level: 7,
    hours: 418,
    recentHours: 0,
    created: '2015-08-30T07:00:00.000Z',
    visibility: 'public',
    items: 140,
    vacBanned: true,
    friends: { [ids.collector]: '2016-05-01T18:30:00.000Z' },
  },
  {
    steamId: ids.recluse,
    vanity: 'sample-private',
    name: 'Sample private account',
    country: 'CA',
    level: 3,
    hours: 12,
    recentHours: 0,
    created: '2018-01-02T03:04:00.000Z',
    visibility: 'private',
    items: 0,
    vacBanned: false,
    friends: {},
  },
]
/** The sample accounts, for messages. */
export const sampleNames = sampleAccounts.map(({ steamId, vanity }) => `${steamId} (${vanity})`)

export function sampleById(steamId: string): SampleAccount | undefined {
  return sampleAccounts.find((account) => account.steamId === steamId)
}
export function sampleByVanity(vanity: string): SampleAccount | undefined {
  const lowerCase = vanity.toLowerCase()
  return sampleAccounts.find((account) => account.vanity === lowerCase)
}

/** Every sixth entry is a container or a sticker instead of a skin. */
const otherItemEvery = 6

/** Returns the items of a sample account, the same on every call. */
export function createSampleHoldings(catalogue: Catalogue): (account: SampleAccount, readAt: number) => Holdings {
  let others: readonly OtherItem[] | undefined
  const otherItem = (at: number) => {
    others ??= catalogue.otherItems.filter(({ kind }) => kind === 'container' || kind === 'sticker')
    return pick(others, at)
  }
  return (account, readAt) => {
    const items = Array.from({ length: account.items }, (_, index) => {
      const draw = drawerOf(`${account.steamId}/${index}`)
      const base = {
        assetId: assetIdOf(account, index),
        classId: String(1_000_000 + draw(1, 8_999_999)),
        instanceId: '0',
      }
      return index % otherItemEvery === otherItemEvery - 1
        ? otherItemHolding(base, otherItem(draw(2, 2 ** 31)), draw)
        : skinHolding(base, pick(catalogue.items, draw(2, 2 ** 31)), { draw, catalogue })
    })
    return { steamId: account.steamId, items, truncated: false, readAt, simulated: true }
  }
}

type Base = Pick<Holding, 'assetId' | 'classId' | 'instanceId'>
/** Returns a repeatable number from 0 to below the bound; each use has its own sequence. */
type Draw = (use: number, bound: number) => number

function drawerOf(seed: string): Draw {
  return (use, bound) => createHash('sha256').update(`${seed}/${use}`).digest().readUIntBE(0, 6) % bound
}

function assetIdOf({ steamId }: SampleAccount, index: number): string {
  return String(90_000_000_000 + Number(steamId.slice(-6)) * 1000 + index)
}

function pick<T>(list: readonly T[], at: number): T {
  const element = list[at % list.length]
  if (element === undefined) throw new Error('the catalogue is empty')
  return element
}

function otherItemHolding(base: Base, item: OtherItem, draw: Draw): Holding {
  return {
    ...base,
    amount: item.kind === 'container' ? 1 + draw(3, 4) : 1,
    marketHashName: item.name,
    name: item.name,
    type: item.kind,
    rarity: item.rarity.name,
    wearName: null,
    image: item.image,
    tradable: true,
    marketable: true,
    wear: undefined,
    seed: undefined,
    phase: undefined,
    stickers: [],
    inspectLink: undefined,
    certificate: undefined,
  }
}

function skinHolding(base: Base, item: Item, { draw, catalogue }: { draw: Draw; catalogue: Catalogue }): Holding {
  const certificate = encodeCertificate(certificateOf(base, item, draw))
  const certified = readCertified(certificate, catalogue)
  if (!certified) throw new Error(`no certificate for ${item.name}`)
  const tradable = draw(9, 12) > 0
  return {
    ...base,
    amount: 1,
    marketHashName: item.name,
    name: item.skin.name,
    type: item.skin.type,
    rarity: item.skin.rarity.name,
    wearName: item.wear ?? null,
    image: pictureOf(item.skin, item.wear),
    tradable,
    marketable: tradable,
    ...certified.details,
  }
}

/** Quality numbers (SOURCES 1.4). */
const qualities = { star: 3, unique: 4, stattrak: 9, souvenir: 12 }

function certificateOf(base: Base, item: Item, draw: Draw): Certificate {
  const { skin, stattrak, souvenir } = item
  const [low, high] = rangeOf(item)
  const share = draw(4, 100_000) / 100_000
  const quality = skin.star
    ? qualities.star
    : stattrak
      ? qualities.stattrak
      : souvenir
        ? qualities.souvenir
        : qualities.unique
  return {
    itemId: base.assetId,
    defIndex: skin.defIndex,
    paintIndex: pick(skin.paintIndexes, draw(5, 1000)),
    rarity: skin.rarity.id,
    quality,
    wear: Math.fround(low + (high - low) * share),
    seed: draw(6, 1000),
    stickers: [],
    keychains: [],
    ...(stattrak ? { killEaterType: 0, killEaterValue: draw(7, 3000) } : {}),
  }
}

/**
 * Returns the part of the skin's range within the item's band, slightly inside, because bounds are inexact in 32 bits.
 */
function rangeOf({ skin, wear }: Item): readonly [number, number] {
  const bands: Readonly<Record<string, readonly [number, number]>> = {
    'Factory New': [0, 0.07],
    'Minimal Wear': [0.07, 0.15],
    'Field-Tested': [0.15, 0.38],
    'Well-Worn': [0.38, 0.45],
    'Battle-Scarred': [0.45, 1],
  }
  const [from, to] = bands[wear ?? ''] ?? [0, 1]
  const [low, high] = [Math.max(skin.minFloat, from), Math.min(skin.maxFloat, to)]
  const margin = (high - low) * 0.001
  return [low + margin, high - margin]
}
