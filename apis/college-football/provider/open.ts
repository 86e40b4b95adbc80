// Opens the provider: the league in memory, and the handlers that read it.
import type { ImportFile, ProviderKit, ReportProgress } from '#define'
import { createPacer, createSnapshot, readRevision } from '#provider'
import type { Tables } from '../tables.ts'
import { createAnswers, type Data } from './answers/answers.ts'
import { createPreparation, type Step } from './background/prepare.ts'
import { createFigures, type Figures } from './figures/figures.ts'
import { gameHandlers } from './games/handlers.ts'
import { combinedLeague } from './imported/combined-league.ts'
import { type Imported, readImported } from './imported/read-imported.ts'
import { createKeptFigures, finished } from './kept/kept-figures.ts'
import { createKeptFolder, reasonOf } from './kept/kept-folder.ts'
import { createKeptPlays, type KeptPlays } from './kept/kept-plays.ts'
import { createKeptRows } from './kept/kept-rows.ts'
import type { League, LeagueAt, Season } from './league/records.ts'
import { coachesOf, peopleHandlers } from './people/handlers.ts'
import { playerHandlers } from './people/players.ts'
import { recruitClasses } from './people/recruit-classes.ts'
import { recruitingHandlers } from './people/recruiting.ts'
import { createReturning } from './people/returning.ts'
import { playHandlers } from './play-list/handlers.ts'
import { ratingHandlers } from './ratings/handlers.ts'
import { prepareRatings } from './ratings/season-ratings.ts'
import { refusingIncomplete } from './required.ts'
import { statHandlers } from './stats/handlers.ts'
import { talentIn, teamHandlers } from './teams/handlers.ts'

export function openCollegeFootball(kit: ProviderKit<Tables>) {
  const folder = createKeptFolder(kit)
  const keptPlays = createKeptPlays(folder)
  const keptFigures = createKeptFigures(folder)
  const figures = createFigures(keptFigures)
  const imported = createSnapshot<Imported>({
    now: kit.now,
    revision: () => readRevision(kit.db, 'college_football_state'),
    load: async () => {
      const { schools } = await import('../seed/schools.ts')
      return readImported(kit.db, { firstIndex: schools.length, pause: createPacer(), kept: keptPlays, figures })
    },
  })
  const sample = createSample(kit, keptPlays, figures)
  let combined:
    | { readonly sample: LeagueAt | undefined; readonly imported: Imported; readonly at: LeagueAt }
    | undefined

  let calledAt = 0
  /** The league as it is now. */
  async function load(): Promise<Data> {
    const nowMs = kit.now()
    calledAt = performance.now()
    const [simulated, stored] = [await sample(nowMs), await imported.get()]
    if (combined?.sample !== simulated || combined?.imported !== stored) {
      combined = { sample: simulated, imported: stored, at: combinedLeague(simulated, stored) }
      if (isPrepared) preparation.begin(combined.at.league)
    }
    const { at } = combined
    return { league: at.league, nowMs, playsNow: (game) => at.playsNow(game, nowMs) }
  }

  const kept = createKeptRows(folder, kit.log)
  const returning = createReturning(figures)
  const answers = createAnswers(load, kept)
  const isPrepared = Reflect.get(Object(kit.config ?? {}), 'prepare') !== false
  const preparation = createPreparation({
    stepsOf: (league, season) => [
      ...figures.stepsOf(season),
      ...peopleSteps(league, season, kit.now),
      { name: 'returning', make: async (pause) => void (await finished(returning(league, season), pause)) },
      ...answers.stepsOf(season),
    ],
    isBusy: () => performance.now() - calledAt < busyMs,
    log: kit.log,
  })
  return {
    handlers: refusingIncomplete({
      ...peopleHandlers(answers),
      ...gameHandlers(answers, figures),
      ...playHandlers(answers),
      ...playerHandlers(answers, figures, returning),
      ...ratingHandlers(answers, figures),
      ...recruitingHandlers(answers),
      ...statHandlers(answers, figures),
      ...teamHandlers(answers),
    }),
    async importFile(file: ImportFile, progress: ReportProgress) {
      // loaded on use: most processes never import a file
      const { importFootball } = await import('./import/importer.ts')
      const counts = await importFootball(kit, file, progress)
      imported.drop()
      return counts
    },
    refresh: imported.drop,
    async close() {
      preparation.stop()
      await keptFigures.settled()
      await kept.settled()
    },
  }
}

/** How long after a call others are likely. */
const busyMs = 100

/** What is computed once for a season, or for all of them, and held in memory. */
function peopleSteps(league: League, season: Season, now: () => number): Step[] {
  return [
    { name: 'classes', make: async (pause) => void (await finished(recruitClasses(league), pause)) },
    { name: 'coaches', make: async () => void coachesOf(season) },
    { name: 'draft', make: async () => void season.draftPicks(now()) },
    { name: 'talent', make: async () => void talentIn(season) },
  ]
}

/** The simulated league at a time, made with the first call; undefined where the operator wants none. */
function createSample(
  { config, cacheFolder, log }: ProviderKit<Tables>,
  kept: KeptPlays,
  figures: Figures,
): (nowMs: number) => Promise<LeagueAt | undefined> {
  let leagues: ReturnType<typeof import('../seed/league.ts').createSampleLeagues> | undefined
  const isWanted = Reflect.get(Object(config ?? {}), 'sample') !== false
  let known: LeagueAt | undefined
  let loading: Promise<LeagueAt> | undefined

  async function simulateAside(nowMs: number): Promise<void> {
    try {
      await (await import('../seed/simulate-aside.ts')).simulateAside({ cacheFolder, nowMs })
    } catch (error) {
      log.warn('college football could not be simulated on a thread of its own', { reason: reasonOf(error) })
    }
  }

  async function make(nowMs: number): Promise<LeagueAt> {
    const pause = createPacer()
    leagues ??= (await import('../seed/league.ts')).createSampleLeagues({ kept, simulateAside })
    const made = await leagues.at(nowMs, pause)
    for (const season of made.league.seasons) await prepareRatings(season, figures, pause)
    known = made
    return made
  }
  return async (nowMs) => {
    if (!isWanted) return undefined
    if (known?.isValidAt(nowMs)) return known
    // calls at the same time share one simulation
    loading ??= make(nowMs).finally(() => {
      loading = undefined
    })
    return loading
  }
}
