// The league that calls are answered from: imported seasons in the place of simulated ones.
import type { League, LeagueAt } from '../league/records.ts'
import type { Imported } from './read-imported.ts'

/** Without a sample, there is what was imported alone. */
export function combinedLeague(sample: LeagueAt | undefined, imported: Imported): LeagueAt {
  const { seasons, classes, drafts } = imported
  const years = new Set(seasons.map(({ year }) => year))
  const simulated = sample?.league.seasons.filter(({ year }) => !years.has(year)) ?? []
  const from = simulated.length > 0 ? sample?.league : undefined
  const league: League = {
    conferences: [...(from?.conferences ?? []), ...imported.conferences],
    schools: [...(from?.schools ?? []), ...imported.schools],
    venues: [...(from?.venues ?? []), ...imported.venues],
    proTeams: [...(from?.proTeams ?? []), ...imported.proTeams],
    seasons: [...simulated, ...seasons].sort((one, other) => one.year - other.year),
    ...{ importedClasses: classes, importedDrafts: drafts },
  }
  return {
    league,
    isValidAt: (nowMs) => sample?.isValidAt(nowMs) ?? true,
    playsNow: (game, nowMs) => (years.has(game.season) ? undefined : sample?.playsNow(game, nowMs)),
  }
}
