// The friends of an account, which Steam tells only to holders of a Web API key, and only of public lists (SOURCES 5.4).

import { privateAccount, sampleAccountsOnly } from '../errors.ts'
import { fieldOf } from '../prices/feeds/source.ts'
import { sampleById, sampleNames } from './sample-accounts.ts'
import { askWebApi, listAt, numberAt, type SteamKit, textAt } from './steam-client.ts'

/** Steam allows 2,000 friends; the rest is room. */
const mostFriends = 5000

/** The body of the answer, oldest friends first. Throws 404 for a private list, 503 without the operator's key. */
export async function friendsOf(kit: SteamKit, steamId: string) {
  const sample = sampleById(steamId)
  if (sample) {
    if (sample.visibility === 'private') throw privateAccount('friend list')
    const friends = Object.entries(sample.friends).map(([id, since]) => ({ id, since: Date.parse(since) / 1000 }))
    return { ...listOf(steamId, friends), simulated: true }
  }
  if (!kit.mayCallOut) throw sampleAccountsOnly(sampleNames)
  const query = { steamid: steamId, relationship: 'friend' }
  const body = await askWebApi(kit, { path: '/ISteamUser/GetFriendList/v1', query, also: [401, 403, 404, 500] })
  if (body === undefined) throw privateAccount('friend list')
  const friends = listAt(fieldOf(body, 'friendslist'), 'friends').flatMap((one) => {
    const [id, since] = [textAt(one, 'steamid'), numberAt(one, 'friend_since')]
    return id === undefined || since === undefined ? [] : [{ id, since }]
  })
  return listOf(steamId, friends.slice(0, mostFriends))
}

function listOf(steamId: string, friends: readonly { id: string; since: number }[]) {
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
