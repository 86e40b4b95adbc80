// The friends of an account, which Steam reports only to holders of a Web API key, and only for public lists (SOURCES
// 5.4).
import type { ProviderKit } from '#define'
import { privateAccount, sampleAccountsOnly } from '../errors.ts'
import { fieldOf } from '../prices/feeds/source.ts'
import { sampleById, sampleNames } from './sample-accounts.ts'
import { listAt, numberAt, type Requester, type SteamClient, stringAt } from './steam-client.ts'

export interface SteamReaderDeps {
  readonly kit: Pick<ProviderKit, 'mayCallOut'>
  readonly steam: SteamClient
}

/** Above the 2,000 friends that Steam allows. */
const maxFriends = 5000

/**
 * Returns the body of the response, oldest friends first. Throws 404 for a private list, 503 without the operator's
 * key.
 */
export async function friendsOf({ kit, steam }: SteamReaderDeps, steamId: string, requester: Requester) {
  const sample = sampleById(steamId)
  if (sample) {
    if (sample.visibility === 'private') throw privateAccount('friend list')
    const friends = Object.entries(sample.friends).map(([id, since]) => ({ id, since: Date.parse(since) / 1000 }))
    return { ...friendsView(steamId, friends), simulated: true }
  }
  if (!kit.mayCallOut) throw sampleAccountsOnly(sampleNames)
  const query = { steamid: steamId, relationship: 'friend' }
  const request = { path: '/ISteamUser/GetFriendList/v1', query, also: [401, 403, 404, 500] }
  const body = await steam.webApi(request, requester)
  if (body === undefined) throw privateAccount('friend list')
  const friends = listAt(fieldOf(body, 'friendslist'), 'friends').flatMap((friend) => {
    const [id, since] = [stringAt(friend, 'steamid'), numberAt(friend, 'friend_since')]
    return id === undefined || since === undefined ? [] : [{ id, since }]
  })
  return friendsView(steamId, friends.slice(0, maxFriends))
}

function friendsView(steamId: string, friends: readonly { id: string; since: number }[]) {
  const sorted = friends.toSorted((a, b) => a.since - b.since || a.id.localeCompare(b.id))
  return {
    steam_id: steamId,
    count: sorted.length,
    friends: sorted.map(({ id, since }) => ({
      steam_id: id,
      friend_since: new Date(since * 1000).toISOString(),
      friend_since_unix: since,
    })),
  }
}
