// Opens the provider: the league in memory, and the handlers that read it.
import type { ProviderKit } from '#define'
import { createPacer } from '#provider'
import { createAnswers, type Data } from './answers/answers.ts'
import { gameHandlers } from './games/handlers.ts'
import type { LeagueAt } from './league/records.ts'
import { peopleHandlers } from './people/handlers.ts'
import { playerHandlers } from './people/players.ts'
import { recruitingHandlers } from './people/recruiting.ts'
import { playHandlers } from './play-list/handlers.ts'
import { ratingHandlers } from './ratings/handlers.ts'
import { prepareRatings } from './ratings/season-ratings.ts'
import { statHandlers } from './stats/handlers.ts'
import { teamHandlers } from './teams/handlers.ts'

export async function openCollegeFootball(kit: ProviderKit) {
  const { createSampleLeagues } = await import('../seed/league.ts')
  const leagues = createSampleLeagues()
  let sample: LeagueAt | undefined
  let loading: Promise<LeagueAt> | undefined

  /** The league as it is now; calls at the same time share one simulation. */
  async function load(): Promise<Data> {
    const nowMs = kit.now()
    const known = sample?.isValidAt(nowMs) ? sample : await refresh(nowMs)
    return { league: known.league, nowMs, playsNow: (game) => known.playsNow(game, nowMs) }
  }
  function refresh(nowMs: number): Promise<LeagueAt> {
    loading ??= make(nowMs).finally(() => {
      loading = undefined
    })
    return loading
  }

  async function make(nowMs: number): Promise<LeagueAt> {
    const pause = createPacer()
    const made = await leagues.at(nowMs, pause)
    for (const season of made.league.seasons) await prepareRatings(season, pause)
    sample = made
    return made
  }

  await refresh(kit.now())
  const answers = createAnswers(load)
  return {
    handlers: {
      ...peopleHandlers(answers),
      ...gameHandlers(answers),
      ...playHandlers(answers),
      ...playerHandlers(answers),
      ...ratingHandlers(answers),
      ...recruitingHandlers(answers),
      ...statHandlers(answers),
      ...teamHandlers(answers),
    },
  }
}
