// Imports: seasons of other sources take the place of simulated ones, and everything is computed from their plays.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { eachStore } from '../../tests/harness/services.ts'
import { parquetRows } from './provider/import/parquet-file.ts'
import { cfbfastrPlays, csv, flat, parquet, type Row, version2 } from './test/files.ts'
import { openWorld, type World } from './test/world.ts'

/** Answers that a holder of a key would save: those of the sample, which are in the form of the API. */
const year = 2025
const week = 5
/** One game, so that the test is quick. */
const scope = `year=${year}&week=${week}&team=Northfield`
const sample = await openWorld()
const games = await sample.rows<Row>(`/games?${scope}`)
const schools = new Set(games.flatMap(({ home_team: home, away_team: away }) => [home, away]))
const roster = await sample.rows<Row>(`/roster?year=${year}`)
const bodies = {
  games,
  plays: await sample.rows<Row>(`/plays?${scope}`),
  roster: roster.filter(({ team }) => schools.has(team)),
  teams: await sample.rows<Row>('/teams'),
  conferences: await sample.rows<Row>('/conferences'),
  lines: await sample.rows<Row>(`/lines?${scope}`),
}

/** Endpoints that are computed from the plays. */
const computed = [
  `/drives?${scope}`,
  `/games/teams?${scope}`,
  `/plays?${scope}&offense=Northfield`,
  `/ppa/games?${scope}`,
  `/games/players?${scope}&category=passing`,
  `/games/players?${scope}&category=receiving`,
  `/lines?${scope}`,
]
const expected = new Map<string, Row[]>()
for (const path of computed) expected.set(path, await sample.rows<Row>(path))

const alone = { kit: { config: { sample: false } } }
const json = (value: unknown) => JSON.stringify(value)

async function assertSame(world: World, paths: readonly string[] = computed): Promise<void> {
  for (const path of paths) {
    const [rows, wanted] = [await world.rows<Row>(path), expected.get(path) ?? []]
    assert.equal(rows.length, wanted.length, path)
    // the first row that differs says more than all of them, and is found faster
    const at = rows.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(wanted[index]))
    assert.deepEqual(rows[at], wanted[at], `${path}, row ${at}`)
  }
}

await eachStore('an import of college football', (database) => {
  test('bodies saved of the API give the answers that they were saved from, in any order', async () => {
    const world = await openWorld({ ...alone, database: database.store })
    // with and without the envelope
    const early = await world.importFile(json({ data: bodies.plays }), { name: 'plays.json' })
    assert.deepEqual(early, { 'plays of games that are not imported': bodies.plays.length })
    await world.importFile(json(bodies.teams))
    await world.importFile(gzipSync(json(bodies.roster)), { name: `roster-${year}.json.gz` })
    const phases: string[] = []
    const counts = await world.importFile(json(bodies.games), { progress: ({ phase }) => void phases.push(phase) })
    assert.deepEqual(counts, { [`${year} games`]: bodies.games.length })
    assert.deepEqual([...new Set(phases)], ['reading', 'indexing'])
    await world.importFile(json(bodies.conferences))
    await world.importFile(json(bodies.lines))
    await assertSame(world)
    // the same again changes nothing, and what is corrected takes the place of what was wrong
    const [first] = bodies.games
    await world.importFile(json([{ ...first, attendance: 12_345 }]))
    await world.importFile(json(bodies.plays.slice(0, 50)))
    await assertSame(world)
    const [corrected] = await world.rows<Row>(`/games?year=${year}&id=${first?.id}`)
    assert.equal(corrected?.attendance, 12_345)
    const stored = await world.kit.db.selectFrom('college_football_records').select('id').execute()
    const distinct = bodies.games.length * 2 + bodies.roster.length + bodies.teams.length + bodies.conferences.length
    assert.equal(stored.length, distinct + bodies.lines.flatMap(({ lines }) => lines).length)
  })
})

test('version 2, CSV and Parquet give the same answers', async () => {
  const plays = cfbfastrPlays(bodies.plays, { season: year, week })
  const files = { 'version 2': json(version2(bodies.plays)), CSV: csv(plays), Parquet: parquet(plays) }
  for (const [format, file] of Object.entries(files)) {
    const world = await openWorld(alone)
    for (const body of [bodies.teams, bodies.conferences, bodies.lines]) await world.importFile(json(body))
    await world.importFile(format === 'version 2' ? json(version2(bodies.games)) : csv(bodies.games.map(flat)))
    await world.importFile(csv(bodies.roster.map((row) => ({ ...flat(row), season: year }))))
    const counts = await world.importFile(file, { name: format })
    assert.deepEqual(counts, { [`${year} plays`]: bodies.plays.length }, format)
    await assertSame(world)
    await world.close()
  }
})

test('an imported season takes the place of the simulated one, and only the others are marked as a sample', async () => {
  const world = await openWorld()
  await world.importFile(json(bodies.games.map((game) => ({ ...game, home_team: `Real ${game.home_team}` }))))
  const mark = async (path: string) => (await world.ask(path)).headers['x-gateway-sample']
  const rows = await world.rows<Row>(`/games?year=${year}&seasonType=both`)
  assert.deepEqual(
    rows.map(({ home_team: home }) => home),
    bodies.games.map(({ home_team: home }) => `Real ${home}`),
  )
  const [{ id, home_team: team } = {}] = rows
  for (const path of [`/games?year=${year}`, `/records?team=${team}`, `/games?year=${year}&id=${id}`, '/venues'])
    assert.equal(await mark(path), path === '/venues' ? 'true' : undefined, path)
  for (const path of ['/games?year=2026', '/records?team=Northfield', '/teams', '/games?year=2019'])
    assert.equal(await mark(path), 'true', path)
  assert.ok((await world.rows('/games?year=2026')).length > 150)
  // a result without plays counts in records, and gives no box score
  const [record] = await world.rows<{ total: { games: number } }>(`/records?year=${year}&team=${team}`)
  assert.equal(record?.total.games, 1)
  assert.deepEqual(await world.rows(`/games/teams?year=${year}&week=${week}`), [])
  // opinions are imported or missing, never invented
  assert.deepEqual(await world.rows(`/rankings?year=${year}`), [])
  await world.close()
})

test('an import that was broken off shows nothing, and goes on where it ended when the file is sent again', async () => {
  const world = await openWorld(alone)
  await world.importFile(json(bodies.games))
  // more than one batch
  const plays = Array.from({ length: 20 }).flatMap((_none, copy) =>
    bodies.plays.map((play) => ({ ...play, id: String(BigInt(String(play.id)) + BigInt(copy) * 1000n) })),
  )
  const text = json(plays)
  const { importFile } = await world.open()
  const send = (bytes: Buffer, isBroken: boolean) => {
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
      if (isBroken) throw new Error('the connection was lost')
    }
    return importFile?.({ name: 'plays.json', account: 'acc_test', chunks: chunks() }, () => undefined)
  }
  const bytes = Buffer.from(text)
  await assert.rejects(async () => send(bytes.subarray(0, bytes.length - 100_000), true), /the connection was lost/)
  assert.deepEqual(await world.rows(`/plays?year=${year}&week=${week}`), [])
  const begun = await world.kit.db
    .selectFrom('college_football_imports')
    .selectAll()
    .where('published', '=', 0)
    .execute()
  assert.equal(begun.length, 1)
  const done = begun[0]?.rows ?? 0
  assert.ok(done >= 2000)
  // what an earlier attempt has stored is not written again: this record would be
  await world.kit.db
    .updateTable('college_football_records')
    .set({ value: '[]' })
    .where('kind', '=', 'plays')
    .where('id', '=', String(bodies.plays[0]?.game_id))
    .execute()
  const counts = await send(bytes, false)
  assert.deepEqual(counts, { [`${year} plays`]: plays.length })
  const shown = await world.rows(`/plays?year=${year}&week=${week}`)
  assert.equal(shown.length, plays.length - done)
  await world.close()
})

test('a file that came back changed is read from its beginning', async () => {
  const world = await openWorld(alone)
  const { importFile } = await world.open()
  const rows = (from: number) =>
    Array.from({ length: 3000 }, (_none, at) => ({ ...bodies.games[0], id: at < 2000 ? at + 1 : at + from }))
  async function* broken() {
    yield Buffer.from(json(rows(1)).slice(0, -500_000))
    throw new Error('the connection was lost')
  }
  const [name, pieceBytes] = ['games.json', 65_536]
  await assert.rejects(async () => importFile?.({ name, account: 'acc_test', chunks: broken() }, () => undefined))
  const changed = json(rows(1).map((row, at) => (at === 1500 ? { ...row, week: 9 } : row)))
  await assert.rejects(world.importFile(changed, { name, pieceBytes }), /has changed since it was sent before/)
  assert.deepEqual(await world.importFile(changed, { name, pieceBytes }), { [`${year} games`]: 3000 })
  assert.equal((await world.rows(`/games?year=${year}&week=9`)).length, 1)
  await world.close()
})

test('what is computed from plays is counted and not stored, and a file of nothing else is refused', async () => {
  const world = await openWorld(alone)
  const drives = await sample.rows<Row>(`/drives?${scope}`)
  const stats = await sample.rows<Row>(`/stats/season?year=${year}&team=Northfield`)
  for (const body of [drives, stats, await sample.rows<Row>(`/records?year=${year}`)])
    await assert.rejects(world.importFile(json(body)), /everything in it is computed from plays/)
  assert.deepEqual(await world.importFile(json([...bodies.games, ...drives])), {
    [`${year} games`]: bodies.games.length,
    computed: drives.length,
  })
  await world.close()
})

test('a refused file says what is wrong, and leaves nothing behind', async () => {
  const world = await openWorld(alone)
  const cases: readonly (readonly [string | Buffer, RegExp])[] = [
    ['', /nothing to import/],
    ['[{"colour":"red"}]', /line 1: it is nothing that is known, with colour/],
    [json([{ ...bodies.games[0], start_date: 'soon' }]), /it has no date of its start/],
    [json([{ ...bodies.games[0], season: 2 ** 40 }]), /its season 1099511627776 is no year/],
    [json(bodies.roster.slice(0, 2)), /put the year into the name of the file/],
    ['[{"id":1', /truncated/],
    [Buffer.from('PAR1PAR1'), /the Parquet file is damaged/],
    [
      Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(64), Buffer.from([255, 255, 255, 127]), Buffer.from('PAR1')]),
      /damaged/,
    ],
    [parquet(cfbfastrPlays(bodies.plays.slice(0, 50), { season: year, week })).subarray(0, 900), /damaged/],
    [gzipSync(json(bodies.games)).subarray(0, 200), /damaged or truncated/],
  ]
  for (const [file, reason] of cases) {
    await assert.rejects(world.importFile(file, { name: 'file' }), reason)
    const left = await world.kit.db.selectFrom('college_football_records').select('id').execute()
    assert.equal(left.length, 0)
  }
  await world.close()
})

test('a Parquet file whose decoder would not end is refused, and its temporary file removed', async () => {
  const at40 = Array.from({ length: 40 }, (_none, at) => at)
  const file = parquet(
    at40.map((at) => ({
      ...{ id_play: `40152400${at}`, game_id: 5, period: at % 4, play_type: 'Rush', play_text: `A run for ${at} yds` },
      ...{ down: 1, distance: 10, scoring: at % 2 === 0, epa: at / 7 },
    })),
  )
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-football-'))
  // bytes of the head of the first page, among them the number of its values
  for (const at of [16, 22]) {
    const damaged = Buffer.from(file)
    damaged[at] = 255 - (damaged[at] ?? 0)
    async function* chunks() {
      yield damaged
    }
    await assert.rejects(async () => {
      for await (const _row of parquetRows(chunks(), join(folder, 'plays'), 2000));
    }, /the Parquet file is damaged/)
  }
  assert.deepEqual(await readdir(folder), [])
  await rm(folder, { recursive: true })
})

test('polls, recruits, coaches, transfers, drafts, media, weather and players of plays are shown as they were imported', async () => {
  const world = await openWorld(alone)
  await world.importFile(json(bodies.games))
  const paths = [
    `/rankings?year=${year}&week=3`,
    `/recruiting/players?year=${year}&team=Northfield`,
    `/player/portal?year=${year}`,
    `/draft/picks?year=${year + 1}&college=Northfield`,
    `/games/media?${scope}`,
    `/games/weather?${scope}`,
    '/venues',
    '/conferences',
  ]
  for (const path of paths) {
    const rows = await sample.rows<Row>(path)
    assert.ok(rows.length > 0, path)
    await world.importFile(json(path.startsWith('/recruiting') ? version2(rows) : rows), { name: path })
  }
  // schools outside the imported games have no conference and no id, and transfers of a day no order
  const withoutConferences = (rows: readonly Row[]) =>
    rows.map((row) => json(row).replace(/"[a-zA-Z]*[cC]onference":("[^"]*"|null)|"(?:nflT|t)eamId":\d+/g, '""')).sort()
  for (const path of paths) {
    const [shown, wanted] = [await world.rows<Row>(path), await sample.rows<Row>(path)]
    if (path === '/conferences') assert.deepEqual(shown, wanted)
    else assert.equal(withoutConferences(shown).join('\n'), withoutConferences(wanted).join('\n'), path)
  }
  const [coach] = await sample.rows<Row>(`/coaches?year=${year}&team=Northfield`)
  await world.importFile(json([coach]))
  assert.equal((await world.rows<Row>(`/coaches?year=${year}`))[0]?.last_name, coach?.last_name)
  await world.close()
})

test('tables as R writes them are read: NA, flat rankings, seasons in the place of classes, times without a zone', async () => {
  const world = await openWorld(alone)
  const schedule = {
    ...{ game_id: 401_000_001, season: 2019, week: 1, season_type: 2, game_date: '2019-08-31 16:00:00' },
    ...{
      neutral_site: 'FALSE',
      conference_competition: true,
      home_id: 1,
      away_id: 2,
      home_team: 'East',
      away_team: 'West',
    },
    ...{ home_score: '21', away_score: '7', status_type_completed: true, attendance: null, venue_id: null },
  }
  await world.importFile(csv([schedule]))
  const player = { athlete_id: 7, first_name: 'Ann', last_name: 'Example', team: 'East', weight: null, height: null }
  await world.importFile(csv([{ ...player, jersey: null, year: 2019, position: 'QB', recruit_ids: '', season: 2019 }]))
  const rank = { season: 2019, season_type: 'regular', week: 2, poll: 'Example Poll', rank: 1, school: 'East' }
  await world.importFile(csv([{ ...rank, conference: 'Nowhere', first_place_votes: 60, points: 1500 }]))
  const [game] = await world.rows<Row>('/games?year=2019')
  assert.equal(game?.start_date, '2019-08-31T16:00:00.000Z')
  assert.deepEqual([game.home_points, game.away_points, game.completed, game.attendance], [21, 7, true, null])
  const [shown] = await world.rows<Row>('/roster?year=2019&team=East')
  assert.deepEqual([shown?.id, shown?.year, shown?.weight, shown?.recruit_ids], [7, null, null, []])
  const [ranking] = await world.rows<{ polls: { ranks: Row[] }[] }>('/rankings?year=2019')
  assert.equal(ranking?.polls[0]?.ranks[0]?.school, 'East')
  await world.close()
})

test('players of plays are found by name, by the id that play stats name, and added where no roster has them', async () => {
  const game = {
    ...{ id: 401_000_002, season: 2019, week: 1, season_type: 'regular', start_date: '2019-08-31T16:00:00.000Z' },
    ...{
      completed: true,
      home_id: 1,
      home_team: 'East',
      away_id: 2,
      away_team: 'West',
      home_points: 7,
      away_points: 0,
    },
    ...{ home_division: 'fbs', away_division: 'fbs', home_conference: 'SEC', away_conference: 'Big Ten' },
  }
  const at = {
    game_id: game.id,
    home: 'East',
    away: 'West',
    offense: 'East',
    defense: 'West',
    drive_number: 1,
    period: 1,
  }
  const play = (number: number, type: string, text: string, more: Row) => ({
    ...{
      ...at,
      id: `401000002${101_000_000 + number}`,
      play_number: number,
      clock: { minutes: 14, seconds: 50 - number },
    },
    ...{
      down: 1,
      distance: 10,
      yards_to_goal: 60,
      yards_gained: 0,
      offense_score: 0,
      defense_score: 0,
      scoring: false,
    },
    ...{ play_type: type, play_text: text, ...more },
  })
  const plays = [
    play(1, 'Kickoff', 'Kim Kicker kickoff for 65 yds for a touchback', { offense: 'West', defense: 'East' }),
    play(2, 'Rush', 'Rob Runner Jr. run for 5 yds to the West 35', { yards_gained: 5 }),
    play(3, 'Pass Reception', 'Ann Example pass complete to Una Known for 20 yds to the West 15 for a 1ST down', {
      yards_gained: 20,
    }),
    play(4, 'Sack', 'Ann Example sacked by Lin Backer and Ed Rusher for a loss of 6 yards', { yards_gained: -6 }),
    play(5, 'Passing Touchdown', 'Una Known 15 Yd pass from Ann Example (Pat Placekick Kick)', {
      ...{ yards_gained: 15, scoring: true, offense_score: 7 },
    }),
    play(6, 'Interception Return', 'Ann Example pass intercepted Lin Backer return for 12 yds', {}),
  ]
  const person = (id: number, first: string, last: string, team: string, position: string) => ({
    ...{ id, first_name: first, last_name: last, team, position, season: 2019, height: null, weight: null },
  })
  const world = await openWorld(alone)
  await world.importFile(
    json([
      ...[game, ...plays, person(1, 'Ann', 'Example', 'East', 'QB'), person(2, 'Rob', 'Runner', 'East', 'RB')],
      ...[person(3, 'Ed', 'Rusher', 'West', 'DE'), person(4, 'Sam', 'Listed', 'East', 'WR')],
    ]),
  )
  const stats = async () => {
    const rows = await world.rows<Row>('/stats/player/season?year=2019')
    return (name: string, stat: string) =>
      rows.find(({ player, category, statType }) => player === name && `${category} ${statType}` === stat)?.stat
  }
  const before = await stats()
  assert.equal(before('Ann Example', 'passing YDS'), 35)
  assert.equal(before('Ann Example', 'passing TD'), 1)
  assert.equal(before('Una Known', 'receiving REC'), 2)
  assert.equal(before('Rob Runner', 'rushing YDS'), 5)
  assert.equal(before('Lin Backer', 'defensive SACKS'), 1)
  assert.equal(before('Lin Backer', 'interceptions YDS'), 12)
  const [shown] = await world.rows<Row>('/plays?year=2019&week=1')
  assert.deepEqual([shown?.offense, shown?.id, shown?.play_text], ['West', plays[0]?.id, plays[0]?.play_text])
  const [drive] = await world.rows<Row>('/drives?year=2019')
  assert.deepEqual([drive?.offense, drive?.plays, drive?.drive_result], ['East', 5, 'INT'])
  // the id of an athlete is more certain than a name
  const stat = { gameId: game.id, season: 2019, playId: plays[2]?.id, athleteId: 4, statType: 'Reception', stat: 20 }
  await world.importFile(json([{ ...stat, athleteName: 'Sam Listed' }]))
  const after = await stats()
  assert.deepEqual([after('Sam Listed', 'receiving YDS'), after('Una Known', 'receiving REC')], [20, 1])
  await world.close()
})
