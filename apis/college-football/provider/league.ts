// The league of the responses: the sample, with imported seasons replacing simulated ones.
import type { ProviderKit } from '#define'
import { createSnapshot, readRevision } from '#provider/sql'
import type { League } from '../model/records.ts'
import { createSampleLeague, type SampleLeague } from '../seed/league.ts'
import { schools } from '../seed/schools.ts'
import type { Tables } from '../tables.ts'
import { type Imported, readImported } from './import/read-imported.ts'

interface LeagueSource {
  /** Returns the current league; its seasons are the same objects until they change. */
  now(): Promise<League>
  /** Drops imported data, which the next call reads again. */
  reload(): void
}

type Lasting = Omit<League, 'nowMs' | 'playsNow'>

export function createLeague({ db, now, config }: ProviderKit<Tables>): LeagueSource {
  const { sample: wanted }: { readonly sample?: unknown } = Object(config)
  const sampleAt = wanted === false ? undefined : createSampleLeague()
  const imported = createSnapshot<Imported>({
    now,
    revision: () => readRevision(db, 'college_football_state'),
    load: () => readImported(db, schools.length),
  })
  let known:
    | { readonly sample: SampleLeague | undefined; readonly imported: Imported; readonly both: Lasting }
    | undefined
  return {
    async now() {
      const stored = await imported.get()
      const nowMs = now()
      const sample = await sampleAt?.(nowMs)
      if (known?.imported !== stored || known.sample !== sample?.league)
        known = { sample: sample?.league, imported: stored, both: combined(sample?.league, stored) }
      const { both } = known
      const isSimulated = (year: number) => both.seasons.some((season) => season.isSample && season.year === year)
      return { ...both, nowMs, playsNow: (game) => (isSimulated(game.season) ? sample?.playsNow(game) : undefined) }
    },
    reload: imported.drop,
  }
}

/** Combines both; also drops the schools of the sample if imports have replaced all of its seasons. */
function combined(sample: SampleLeague | undefined, imported: Imported): Lasting {
  const { seasons, classes, drafts } = imported
  const years = new Set(seasons.map(({ year }) => year))
  const simulated = sample?.seasons.filter(({ year }) => !years.has(year)) ?? []
  const from = simulated.length > 0 ? sample : undefined
  return {
    conferences: [...(from?.conferences ?? []), ...imported.conferences],
    schools: [...(from?.schools ?? []), ...imported.schools],
    venues: [...(from?.venues ?? []), ...imported.venues],
    proTeams: [...(from?.proTeams ?? []), ...imported.proTeams],
    seasons: [...simulated, ...seasons].sort((one, other) => one.year - other.year),
    importedClasses: classes,
    importedDrafts: drafts,
  }
}
