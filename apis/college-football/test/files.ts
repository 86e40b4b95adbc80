// Import files as operators have them, made of answers of the sample.
import { parquetWriteBuffer } from 'hyparquet-writer'

export type Row = Readonly<Record<string, unknown>>

/** The names of version 2 of the API. */
export function version2(rows: readonly Row[]): Row[] {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])))
}

/** The columns of the plays of cfbfastR that are not computed. */
export function cfbfastrPlays(plays: readonly Row[], { season, week }: { season: number; week: number }): Row[] {
  return plays.map((play, at) => {
    const { minutes, seconds } = Object(play.clock)
    return {
      ...{ year: season, week, id_play: play.id, game_id: play.game_id, game_play_number: at + 1 },
      ...{ period: play.period, 'clock.minutes': minutes, 'clock.seconds': seconds, play_type: play.play_type },
      ...{ play_text: play.play_text, down: play.down, distance: play.distance, yards_to_goal: play.yards_to_goal },
      ...{ yards_gained: play.yards_gained, scoring: play.scoring, offense_play: play.offense },
      ...{ defense_play: play.defense, home: play.home, away: play.away, offense_score: play.offense_score },
      ...{ defense_score: play.defense_score, offense_timeouts: play.offense_timeouts },
      ...{ defense_timeouts: play.defense_timeouts, drive_id: play.drive_id, drive_number: play.drive_number },
      ...{ wallclock: play.wallclock, EPA: play.ppa },
    }
  })
}

/** Writes a value as R does: NA where there is nothing. */
export function csv(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const cell = (value: unknown): string => {
    if (value === null || value === undefined) return 'NA'
    if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
    return typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value)
  }
  return [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join('\n')
}

/** Whole numbers are 32-bit, strings UTF-8; in groups of few rows, as files of several pages have them. */
export function parquet(rows: readonly Row[], rowGroupSize = 500): Buffer {
  const columnData = Object.keys(rows[0] ?? {}).map((name) => {
    const data = rows.map((row) => row[name] ?? null)
    return { name, data, type: typeOf(data), nullable: true }
  })
  return Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize }))
}

function typeOf(values: readonly unknown[]): 'BOOLEAN' | 'DOUBLE' | 'INT32' | 'STRING' {
  const known = values.filter((value) => value !== null)
  if (known.every((value) => typeof value === 'boolean')) return 'BOOLEAN'
  if (!known.every((value) => typeof value === 'number')) return 'STRING'
  return known.every((value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31) ? 'INT32' : 'DOUBLE'
}

/** A row without what tables cannot hold. */
export function flat(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}
