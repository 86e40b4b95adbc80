// Resolves accounts and reads their inventories: sample accounts always, others from Steam if the operator permits
// outbound calls.
import type { ProviderKit } from '#define'
import type { Catalogue } from '../catalogue/records.ts'
import { privateAccount, sampleAccountsOnly, unknownAccount } from '../errors.ts'
import type { FloatStore } from '../float/store.ts'
import { type Game, primaryGame, readGame } from '../games.ts'
import { fieldOf } from '../prices/feeds/source.ts'
import { isSteamId } from '../steam-id.ts'
import { type AccountName, readAccountName } from './account-name.ts'
import { createExpiringCache } from './expiring-cache.ts'
import type { Holdings } from './holding.ts'
import { createSampleHoldings, sampleById, sampleByVanity, sampleNames } from './sample-accounts.ts'
import { numberAt, type Requester, type SteamClient, stringAt } from './steam-client.ts'
import { readSteamInventory } from './steam-inventory.ts'
import { pageField } from './steam-page.ts'

export interface HoldingsReader {
  /**
   * Returns the id of the account that a string names. Throws 400 for an invalid string, 404 for an account that does
   * not exist.
   */
  steamIdOf(name: string, field: string): Promise<string>
  /**
   * Returns an account's inventory, at most five minutes old. Throws 404 for a private or unknown account, else like
   * the Steam client.
   */
  holdingsOf(steamId: string, game: Game, requester?: Requester): Promise<Holdings>
  /** Returns the certificate of one item of an account, if it has one. Throws like `holdingsOf`. */
  ownedCertificate(item: { readonly owner: string; readonly assetId: string }): Promise<string | undefined>
}
interface HoldingsDeps {
  readonly kit: Pick<ProviderKit, 'now' | 'mayCallOut'>
  readonly catalogue: Catalogue
  readonly steam: SteamClient
  readonly floats: Pick<FloatStore, 'remember'>
}

const inventoryAgeMs = 300_000
const nameAgeMs = 3_600_000

export function createHoldings(deps: HoldingsDeps): HoldingsReader {
  const { kit, catalogue, steam } = deps
  const now = () => kit.now()
  const inventories = createExpiringCache<Holdings>({ maxEntries: 100, maxAgeMs: inventoryAgeMs, now })
  const vanityIds = createExpiringCache<string>({ maxEntries: 1000, maxAgeMs: nameAgeMs, now })
  const sampleHoldings = createSampleHoldings(catalogue)

  // requests for names and inventories carry no signal, because other callers can wait for the same response
  async function holdingsOf(steamId: string, game: Game, { urgency = 'caller' }: Requester = {}): Promise<Holdings> {
    const sample = sampleById(steamId)
    if (sample) {
      if (sample.visibility === 'private') throw privateAccount('inventory')
      const holdings = sampleHoldings(sample, kit.now())
      // the sample accounts play only one game
      return game.key === primaryGame ? holdings : { ...holdings, items: [] }
    }
    if (!kit.mayCallOut) throw sampleAccountsOnly(sampleNames)
    return inventories.get(`${steamId} ${game.key}`, () => readSteamInventory(deps, { steamId, game, urgency }))
  }
  return {
    async steamIdOf(text, field) {
      const name = readAccountName(text, field)
      const sample = sampleOf(name)
      if (sample) return sample.steamId
      if (!kit.mayCallOut) throw sampleAccountsOnly(sampleNames)
      if (name.kind === 'id') return name.steamId
      return vanityIds.get(name.vanity.toLowerCase(), () => resolveVanity(steam, name.vanity))
    },
    holdingsOf,
    async ownedCertificate({ owner, assetId }) {
      const { items } = await holdingsOf(owner, readGame(primaryGame))
      return items.find((item) => item.assetId === assetId)?.certificate
    },
  }
}

function sampleOf(name: AccountName) {
  return name.kind === 'id' ? sampleById(name.steamId) : sampleByVanity(name.vanity)
}

async function resolveVanity(steam: SteamClient, vanity: string): Promise<string> {
  if (await steam.hasWebKey()) {
    const body = await steam.webApi({ path: '/ISteamUser/ResolveVanityURL/v1', query: { vanityurl: vanity } })
    const response = fieldOf(body, 'response')
    const steamId = stringAt(response, 'steamid')
    if (numberAt(response, 'success') !== 1 || steamId === undefined || !isSteamId(steamId)) throw unknownAccount()
    return steamId
  }
  const { text } = await steam.community({ path: `/id/${encodeURIComponent(vanity)}/`, query: { xml: '1' } })
  const steamId = pageField(text, 'steamID64')
  if (steamId === undefined || !isSteamId(steamId)) throw unknownAccount()
  return steamId
}
