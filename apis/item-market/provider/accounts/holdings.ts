// Which account is meant and what it holds: the sample accounts always, all others as Steam tells while the operator lets it be asked.
import type { Kit, ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { privateAccount, sampleAccountsOnly, unknownAccount } from '../errors.ts'
import { type Game, primaryGame, readGame } from '../games.ts'
import { fieldOf } from '../prices/feeds/source.ts'
import { isSteamId } from '../steam-id.ts'
import { type AccountName, readAccountName } from './account-name.ts'
import { createRemembered, type Remembered } from './expiring-cache.ts'
import type { Holdings } from './holding.ts'
import { sampleById, sampleByVanity, sampleHoldings, sampleNames } from './sample-accounts.ts'
import { askCommunity, askWebApi, hasWebKey, numberAt, type SteamKit, textAt } from './steam-client.ts'
import { readSteamInventory } from './steam-inventory.ts'
import { pageField } from './steam-page.ts'

/** A call's kit, or a job's with its urgency. */
export type PeopleKit = SteamKit & Pick<Kit<Tables>, 'db' | 'now'>

const inventoryAgeMs = 300_000
const nameAgeMs = 3_600_000
interface Memory {
  readonly inventories: Remembered<Holdings>
  readonly names: Remembered<string>
}
const memories = new WeakMap<object, Memory>()

function memoryOf(db: ProviderKit<Tables>['db']): Memory {
  const known = memories.get(db)
  if (known) return known
  const memory = {
    inventories: createRemembered<Holdings>({ most: 100, maxAgeMs: inventoryAgeMs }),
    names: createRemembered<string>({ most: 1000, maxAgeMs: nameAgeMs }),
  }
  memories.set(db, memory)
  return memory
}

/** The id of the account that a text names. Throws 400 for no name of an account, 404 for one that nobody has. */
export async function steamIdOf(kit: PeopleKit, text: string, field: string): Promise<string> {
  const name = readAccountName(text, field)
  const sample = sampleOf(name)
  if (sample) return sample.steamId
  if (!kit.mayCallOut) throw sampleAccountsOnly(sampleNames)
  if (name.kind === 'id') return name.steamId
  return memoryOf(kit.db).names.get(name.vanity.toLowerCase(), () => resolveVanity(kit, name.vanity))
}

/** The sample account that is named. */
export function sampleOf(name: AccountName) {
  return name.kind === 'id' ? sampleById(name.steamId) : sampleByVanity(name.vanity)
}

/** What an account holds, at most five minutes old. Throws 404 for a private or unknown account, else as Steam is asked. */
export async function holdingsOf(kit: PeopleKit, steamId: string, game: Game): Promise<Holdings> {
  const sample = sampleById(steamId)
  if (sample) {
    if (sample.visibility === 'private') throw privateAccount('inventory')
    const holdings = sampleHoldings(sample, catalogue(), kit.now())
    // the sample accounts play one game
    return game.key === 'cs2' ? holdings : { ...holdings, items: [] }
  }
  if (!kit.mayCallOut) throw sampleAccountsOnly(sampleNames)
  return memoryOf(kit.db).inventories.get(`${steamId} ${game.key}`, () =>
    readSteamInventory(unhurried(kit), { steamId, game, catalogue: catalogue() }),
  )
}

/** The certificate of one item that an account holds, where it has one. Throws as `holdingsOf` does. */
export async function ownedCertificate(
  kit: PeopleKit,
  { owner, assetId }: { owner: string; assetId: string },
): Promise<string | undefined> {
  const { items } = await holdingsOf(kit, owner, readGame(primaryGame))
  return items.find((item) => item.assetId === assetId)?.certificate
}

/** Others may wait for the same answer, so one caller who leaves does not end it. */
function unhurried({ signal: _signal, ...kit }: PeopleKit): PeopleKit {
  return kit
}

async function resolveVanity(kit: PeopleKit, vanity: string): Promise<string> {
  const asked = unhurried(kit)
  if (await hasWebKey(asked)) {
    const body = await askWebApi(asked, { path: '/ISteamUser/ResolveVanityURL/v1', query: { vanityurl: vanity } })
    const response = fieldOf(body, 'response')
    const found = textAt(response, 'steamid')
    if (numberAt(response, 'success') !== 1 || found === undefined || !isSteamId(found)) throw unknownAccount()
    return found
  }
  const { text } = await askCommunity(asked, { path: `/id/${encodeURIComponent(vanity)}/`, query: { xml: '1' } })
  const found = pageField(text, 'steamID64')
  if (found === undefined || !isSteamId(found)) throw unknownAccount()
  return found
}
