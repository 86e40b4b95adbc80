// The profile of an account: from the Web API if the operator has stored a key, else from the public page, which has no
// level, no total hours and no community ban (SOURCES 5.4).

import { sampleAccountsOnly, unknownAccount } from '../errors.ts'
import { fieldOf } from '../prices/feeds/source.ts'
import type { SteamReaderDeps } from './friends.ts'
import { type SampleAccount, sampleById, sampleNames } from './sample-accounts.ts'
import { listAt, numberAt, type Requester, type SteamClient, stringAt } from './steam-client.ts'
import { pageField } from './steam-page.ts'

const primaryApp = 730
const minutesInHour = 60
const visibilities: Readonly<Record<number, string>> = { 1: 'private', 2: 'friends only', 3: 'public' }

/** Returns the profile of an account. Throws 404 if it does not exist, else like the Steam client. */
export async function profileOf({ kit, steam }: SteamReaderDeps, steamId: string, requester: Requester) {
  const sample = sampleById(steamId)
  if (sample) return sampleProfile(sample)
  if (!kit.mayCallOut) throw sampleAccountsOnly(sampleNames)
  return (await steam.hasWebKey()) ? readFromWebApi(steam, steamId, requester) : readFromPage(steam, steamId, requester)
}

async function readFromWebApi(steam: SteamClient, steamId: string, requester: Requester) {
  const ask = (path: string, query: Record<string, string>) =>
    steam.webApi({ path, query, also: [401, 403] }, requester)
  const [player] = listAt(
    fieldOf(await ask('/ISteamUser/GetPlayerSummaries/v2', { steamids: steamId }), 'response'),
    'players',
  )
  if (player === undefined) throw unknownAccount()
  const [ban] = listAt(await ask('/ISteamUser/GetPlayerBans/v1', { steamids: steamId }), 'players')
  const level = fieldOf(await ask('/IPlayerService/GetSteamLevel/v1', { steamid: steamId }), 'response')
  const games = fieldOf(
    await ask('/IPlayerService/GetOwnedGames/v1', {
      steamid: steamId,
      include_played_free_games: '1',
      'appids_filter[0]': String(primaryApp),
    }),
    'response',
  )
  const game = listAt(games, 'games').find((one) => numberAt(one, 'appid') === primaryApp)
  const url = stringAt(player, 'profileurl') ?? `https://steamcommunity.com/profiles/${steamId}/`
  const created = numberAt(player, 'timecreated')
  const trade = stringAt(ban, 'EconomyBan') ?? 'none'
  const vac = fieldOf(ban, 'VACBanned') === true
  const community = fieldOf(ban, 'CommunityBanned') === true
  return {
    steam_id: steamId,
    vanity: /\/id\/([^/]+)/.exec(url)?.[1] ?? null,
    name: stringAt(player, 'personaname') ?? '',
    profile_url: url,
    avatar: stringAt(player, 'avatar') ?? null,
    avatar_medium: stringAt(player, 'avatarmedium') ?? null,
    avatar_full: stringAt(player, 'avatarfull') ?? null,
    country: stringAt(player, 'loccountrycode') ?? null,
    level: numberAt(level, 'player_level') ?? null,
    hours_played: hours(numberAt(game, 'playtime_forever')),
    hours_2weeks: hours(numberAt(game, 'playtime_2weeks') ?? (game === undefined ? undefined : 0)),
    created_at: created === undefined ? null : new Date(created * 1000).toISOString(),
    visibility: visibilities[numberAt(player, 'communityvisibilitystate') ?? 0] ?? 'unknown',
    bans: {
      vac,
      vac_count: numberAt(ban, 'NumberOfVACBans') ?? null,
      game_count: numberAt(ban, 'NumberOfGameBans') ?? null,
      days_since_last: vac || community ? (numberAt(ban, 'DaysSinceLastBan') ?? null) : null,
      trade,
      community,
    },
    vac_banned: vac,
    trade_banned: trade === 'banned',
    community_banned: community,
  }
}

async function readFromPage(steam: SteamClient, steamId: string, requester: Requester) {
  const { text } = await steam.community({ path: `/profiles/${steamId}/`, query: { xml: '1' } }, requester)
  if (pageField(text, 'steamID64') !== steamId) throw unknownAccount()
  const vac = pageField(text, 'vacBanned') === '1'
  const trade = (pageField(text, 'tradeBanState') ?? 'None').toLowerCase()
  const vanity = pageField(text, 'customURL') ?? null
  const recent = pageField(text, 'hoursPlayed2Wk')
  return {
    steam_id: steamId,
    vanity,
    name: pageField(text, 'steamID') ?? '',
    profile_url: `https://steamcommunity.com/${vanity === null ? `profiles/${steamId}` : `id/${vanity}`}/`,
    avatar: pageField(text, 'avatarIcon') ?? null,
    avatar_medium: pageField(text, 'avatarMedium') ?? null,
    avatar_full: pageField(text, 'avatarFull') ?? null,
    country: null,
    level: null,
    hours_played: null,
    hours_2weeks: recent === undefined || Number.isNaN(Number(recent)) ? null : Number(recent),
    created_at: dayOf(pageField(text, 'memberSince')),
    visibility: pageField(text, 'privacyState') ?? 'unknown',
    bans: { vac, vac_count: null, game_count: null, days_since_last: null, trade, community: null },
    vac_banned: vac,
    trade_banned: trade === 'banned',
    community_banned: null,
  }
}

/** Reads `August 14, 2013`. Accounts of the current year have no year there, so no day is reported. */
function dayOf(text: string | undefined): string | null {
  if (text === undefined || !/\d{4}$/.test(text)) return null
  const ms = Date.parse(`${text} UTC`)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

function hours(minutes: number | undefined): number | null {
  return minutes === undefined ? null : Math.round((minutes / minutesInHour) * 10) / 10
}

function sampleProfile(account: SampleAccount) {
  const open = account.visibility === 'public'
  return {
    steam_id: account.steamId,
    vanity: account.vanity,
    name: account.name,
    profile_url: `https://steamcommunity.com/id/${account.vanity}/`,
    avatar: null,
    avatar_medium: null,
    avatar_full: null,
    country: open ? account.country : null,
    level: open ? account.level : null,
    hours_played: open ? account.hours : null,
    hours_2weeks: open ? account.recentHours : null,
    created_at: open ? account.created : null,
    visibility: account.visibility,
    bans: {
      vac: account.vacBanned,
      vac_count: account.vacBanned ? 1 : 0,
      game_count: 0,
      days_since_last: account.vacBanned ? 1822 : null,
      trade: 'none',
      community: false,
    },
    vac_banned: account.vacBanned,
    trade_banned: false,
    community_banned: false,
    simulated: true,
  }
}
