// Kept rows: long answers are the same text whether their rows are made, kept or filtered by hand.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { pack, readShelf, unpack, writeShelf } from './provider/kept/shelf.ts'
import { openWorld, textOf, type World } from './test/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-kept-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const world = await openWorld({ kit: { cacheFolder: folder } })
const [year, week] = [2025, 5]
const finishedSeasons = 5
const scope = `year=${year}&week=${week}`
const games = await world.rows<Game>(`/games?${scope}`)

interface Game {
  readonly id: number
  readonly home_team: string
  readonly away_team: string
}

/** The text of an answer, as it is sent. */
async function text(path: string, from: World = world): Promise<string> {
  const { body } = await from.ask<object>(path)
  return Symbol.asyncIterator in body ? textOf(body as AsyncIterable<string>) : JSON.stringify(body)
}

/** The rows of several answers in one. */
async function joined(paths: readonly string[]): Promise<string> {
  const texts: string[] = []
  for (const path of paths) texts.push((await text(path)).slice(1, -1))
  return `[${texts.filter((rows) => rows !== '').join()}]`
}

/** Waits for what was made to be written. */
const settle = () => world.close()

/** The plays of seasons, and the rows of answers; not what they are computed from. */
async function keptFiles(from = folder): Promise<string[]> {
  const all = await readdir(from, { recursive: true, withFileTypes: true })
  const rows = all.filter((entry) => entry.isFile() && !entry.name.endsWith(' figures'))
  return rows.map(({ parentPath, name }) => join(parentPath, name))
}

const ofTeam = (path: string, team: string) => `${path}&team=${encodeURIComponent(team)}`
const byHome = (path: string) => games.map(({ home_team: home }) => ofTeam(path, home))
const bySide = (path: string) =>
  games.flatMap(({ home_team: home, away_team: away }) => [ofTeam(path, home), ofTeam(path, away)])

/** Answers from kept rows, and calls whose rows are the same, each of too few games to be kept or with a filter. */
const cases: Readonly<Record<string, readonly string[]>> = {
  [`/drives?${scope}`]: byHome(`/drives?${scope}`),
  [`/plays?${scope}`]: byHome(`/plays?${scope}`),
  [`/games/teams?${scope}`]: byHome(`/games/teams?${scope}`),
  [`/games/players?${scope}`]: byHome(`/games/players?${scope}`),
  [`/ppa/games?${scope}`]: bySide(`/ppa/games?${scope}`),
  [`/ppa/games?${scope}&excludeGarbageTime=true`]: bySide(`/ppa/games?${scope}&excludeGarbageTime=true`),
  [`/stats/game/advanced?${scope}`]: bySide(`/stats/game/advanced?${scope}`),
  [`/stats/game/advanced?${scope}&excludeGarbageTime=true`]: bySide(
    `/stats/game/advanced?${scope}&excludeGarbageTime=true`,
  ),
  [`/ppa/players/games?${scope}`]: [`/ppa/players/games?${scope}&threshold=0`],
  [`/ppa/players/season?year=${year}`]: [`/ppa/players/season?year=${year}&threshold=1`],
  [`/stats/player/season?year=${year}`]: [`/stats/player/season?year=${year}&startWeek=1`],
  [`/stats/player/season?year=${year}&category=Passing`]: [
    `/stats/player/season?year=${year}&category=passing&startWeek=1`,
  ],
}

test('rows that are made, kept and computed without being kept are the same text', async () => {
  for (const [path, parts] of Object.entries(cases)) {
    const computed = await joined(parts)
    const made = await text(path)
    assert.ok(computed === made, `${path}: the computed text differs`)
    await settle()
    const kept = await text(path)
    assert.ok(made.length > 10_000, path)
    assert.ok(kept === made, `${path}: the kept text differs`)
    const files = (await keptFiles()).length
    assert.ok((await joined(parts)) === made, `${path}: the text of parts differs`)
    assert.equal((await keptFiles()).length, files, `${path}: the parts were kept too`)
  }
  assert.equal((await keptFiles()).length, finishedSeasons + Object.keys(cases).length)
})

test('usage and rosters of all teams have the rows of each', async () => {
  for (const path of [`/player/usage?year=${year}`, `/roster?year=${year}`]) {
    const made = await world.rows<{ position: string; team: string }>(path)
    await settle()
    const kept = await world.rows<{ position: string; team: string }>(path)
    assert.deepEqual(kept, made)
    const team = 'Northfield'
    assert.deepEqual(
      await world.rows(`${path}&team=${team}`),
      kept.filter((row) => row.team === team),
    )
  }
})

test('an answer with some of the games of a week has their rows, in the order of the games', async () => {
  const shown = await world.rows<Game>(`/games?${scope}&division=fbs`)
  const path = `/drives?${scope}&classification=fbs`
  const parts = shown.map(({ home_team: home }) => ofTeam(`/drives?${scope}`, home))
  assert.ok(shown.length > 20 && shown.length < games.length)
  assert.equal(await text(path), await joined(parts))
  await settle()
  assert.equal(await text(path), await joined(parts))
})

test('short frames have memory of their own, wherever small buffers are put', async () => {
  const text = Buffer.from(',{"kept":true}'.repeat(1500))
  const packed = await pack({ text: Uint8Array.from(text), parts: [{ id: 1, from: 0, to: text.length }] })
  // enough of them to fill the memory that small buffers share a hundred times
  for (let count = 0; count < 300; count++) {
    const frame = unpack(packed)
    assert.ok(text.equals(frame.text))
    assert.equal(frame.text.buffer.byteLength, text.length)
  }
})

test('kept rows are read by the next process, and replaced when they are damaged or from other games', async () => {
  const path = `/ppa/games?${scope}`
  const right = await text(path)
  await settle()
  const file = (await keptFiles()).find((name) => name.endsWith(`ppa games regular ${week}`)) ?? ''
  const bytes = await readFile(file)
  const { stamp } = JSON.parse(bytes.toString('utf8', 0, bytes.indexOf('\n')))
  const other = await pack({
    text: Uint8Array.from(Buffer.from(',{"kept":true}')),
    parts: [{ id: 1, from: 0, to: 14 }],
  })
  const next = await openWorld({ kit: { cacheFolder: folder } })
  await writeFile(file, Buffer.concat(writeShelf(stamp, [other])))
  assert.equal(await text(path, next), '[{"kept":true}]')
  await writeFile(file, Buffer.concat(writeShelf('other games', [other])))
  assert.ok((await text(path, next)) === right)
  await next.close()
  assert.ok(readShelf(await readFile(file), stamp), 'the file was not replaced')
  const damaged = Buffer.from(bytes)
  damaged[bytes.length - 40] = 255 - (damaged[bytes.length - 40] ?? 0)
  await writeFile(file, damaged)
  assert.ok((await text(path, next)) === right)
  assert.match(next.logged.join(), /damaged/)
  await next.close()
  assert.deepEqual(await readFile(file), bytes)
})

test('a league that is read from the folder is the one that was simulated, also where plays are damaged', async () => {
  const paths = [`/games?year=${year}&seasonType=both`, '/metrics/wp?gameId=401524001', '/ratings/sp?year=2021']
  const simulated = await Promise.all(paths.map((path) => text(path)))
  const plays = (await keptFiles()).filter((name) => name.endsWith('/plays'))
  assert.equal(plays.length, finishedSeasons)
  const [file = ''] = plays
  const bytes = await readFile(file)
  const at = bytes.length >> 1
  const damaged = Buffer.from(bytes)
  damaged[at] = 255 - (damaged[at] ?? 0)
  await writeFile(file, damaged)
  const next = await openWorld({ kit: { cacheFolder: folder } })
  for (const [index, path] of paths.entries()) assert.ok((await text(path, next)) === simulated[index], path)
  assert.deepEqual(await readFile(file), bytes)
})

test('without a folder to keep them in, rows are made for each answer', async () => {
  const nowhere = await openWorld({ kit: { cacheFolder: '/dev/null/nowhere' } })
  const path = `/ppa/games?${scope}`
  assert.ok((await text(path, nowhere)) === (await text(path)))
  await nowhere.close()
  assert.match(nowhere.logged.join(), /could not be cached/)
})

test('a week that is being played shows each game when it has ended', async () => {
  // the finished seasons are those of the folder
  const moving = await openWorld({ now: '2026-11-07T17:00:00Z', kit: { cacheFolder: folder } })
  const rows = async (path: string) => (await moving.rows(path)).length
  const shown = async () => [
    await rows('/stats/game/advanced?year=2026&week=11'),
    await rows('/stats/player/season?year=2026&category=rushing'),
  ]
  const completed = async () =>
    (await moving.rows<{ completed: boolean }>('/games?year=2026&week=11')).filter((game) => game.completed).length
  const before = await shown()
  assert.equal(before[0], 2 * (await completed()))
  moving.clock.set('2026-11-08T03:00:00Z')
  const now = await shown()
  assert.equal(now[0], 2 * (await completed()))
  assert.ok((now[0] ?? 0) > 40 && (now[0] ?? 0) > (before[0] ?? 0) && (now[1] ?? 0) > (before[1] ?? 0))
  await moving.close()
})

test('rows that were kept of a simulated season or an earlier import are not shown after another import', async () => {
  const changing = await openWorld({ kit: { cacheFolder: folder } })
  const paths = [`/drives?${scope}`, `/stats/player/season?year=${year}&category=rushing`, `/ppa/teams?year=${year}`]
  const shown = async () => {
    const texts: string[] = []
    for (const path of paths) texts.push(await text(path, changing))
    await changing.close()
    return texts
  }
  const [fixtures, plays] = [await world.rows(`/games?${scope}`), await world.rows(`/plays?${scope}`)]
  const ofSample = await shown()
  await changing.importFile(JSON.stringify(fixtures), { pieceBytes: 65_536 })
  // games without plays
  assert.deepEqual(
    (await shown()).map((one) => one === '[]'),
    [true, true, true],
  )
  await changing.importFile(JSON.stringify(plays.slice(0, plays.length / 2)), { pieceBytes: 65_536 })
  const ofHalf = await shown()
  await changing.importFile(JSON.stringify(plays), { pieceBytes: 65_536 })
  const ofAll = await shown()
  for (const [at, path] of paths.entries()) {
    const [before, half, all] = [ofSample[at], ofHalf[at], ofAll[at]]
    assert.ok(half !== before && half !== all && String(half).length > 1000, path)
  }
  assert.deepEqual(await shown(), ofAll)
})

test('what is made in the background is what calls would have made', async () => {
  const own = await mkdtemp(join(tmpdir(), 'gatehouse-kept-'))
  const config = { sample: false, prepare: true }
  const prepared = await openWorld({ kit: { cacheFolder: own, config } })
  const plain = await openWorld({ kit: { config: { sample: false } } })
  for (const path of [`/games?${scope}`, `/plays?${scope}`]) {
    const body = JSON.stringify(await world.rows(path))
    for (const one of [prepared, plain]) await one.importFile(body, { pieceBytes: 65_536 })
  }
  await prepared.rows('/conferences')
  while (!prepared.logged.at(-1)?.includes('is prepared')) await setTimeout(20)
  await prepared.close()
  const files = await keptFiles(own)
  for (const path of [...Object.keys(cases), `/player/usage?year=${year}`, `/player/returning?year=${year}`])
    assert.ok((await text(path, prepared)) === (await text(path, plain)), path)
  await prepared.close()
  assert.deepEqual(await keptFiles(own), files, 'a call has made something')
  await rm(own, { recursive: true })
})
