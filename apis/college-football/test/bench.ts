// `node apis/college-football/test/bench.ts`: the quality of simulated seasons, how long a season and the endpoints
// take, and memory. Calls are made in process, so that figures are those of the provider alone: the first piece of an
// answer and the whole of it, by the clock and in CPU time, which a busy machine changes less. `--calls` leaves out the
// quality, `--imported` answers 2025 from an import of that season. It asserts nothing: quality.test.ts does.
import { parseArgs } from 'node:util'
import { releaseBuffer } from '#provider'
import { endpoints } from '../endpoints.ts'
import { measure, playSeasons } from './quality.ts'
import { openWorld } from './world.ts'

const rounds = 40
const print = (line: string) => void process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    calls: { type: 'boolean', default: false },
    imported: { type: 'boolean', default: false },
    rounds: { type: 'string', default: String(rounds) },
  },
})

if (!values.calls) {
  const started = performance.now()
  const seasons = await playSeasons(2010, 2025)
  print(`${Math.round((performance.now() - started) / seasons.length)} ms for a season\n`)
  const { pregame, inGame, ...figures } = measure(seasons)
  print(JSON.stringify(figures, null, 2))
  for (const [name, bins] of Object.entries({ pregame, inGame })) {
    print(`\n${name}: cases, forecast, actual`)
    for (const { count, forecast, actual } of bins) print(`${count}  ${forecast.toFixed(3)}  ${actual.toFixed(3)}`)
  }
}

/** Calls that ask for as much as callers usually do: a season, a week, or one school. */
const calls: readonly string[] = [
  ...['/calendar?year=2025', '/coaches', '/coaches?team=Northfield', '/conferences', '/draft/picks?year=2025'],
  ...['/drives?year=2025', '/drives?year=2025&week=5', '/game/box/advanced?gameId=401524001', '/games?year=2025'],
  ...['/games/media?year=2025', '/games/players?year=2025&week=5', '/games/teams?year=2025&week=5'],
  ...['/games/weather?year=2025', '/lines?year=2025', '/live/plays?id=401524001', '/metrics/wp?gameId=401524001'],
  ...[
    '/metrics/wp/pregame?year=2025',
    '/play/stats?year=2025&week=5',
    '/play/stats?athleteId=1',
    '/plays?year=2025&week=5',
  ],
  ...[
    '/player/portal?year=2025',
    '/player/returning?year=2025',
    '/player/search?searchTerm=art',
    '/player/usage?year=2025',
  ],
  ...[
    '/ppa/games?year=2025',
    '/ppa/players/games?year=2025&week=5',
    '/ppa/players/season?year=2025',
    '/ppa/teams?year=2025',
  ],
  ...[
    '/ppa/teams?team=Northfield',
    '/ppa/predicted?down=1&distance=10',
    '/rankings?year=2025',
    '/ratings/elo?year=2025',
  ],
  ...['/ratings/sp?year=2025', '/ratings/sp/conferences?year=2025', '/ratings/srs?year=2025', '/records?year=2025'],
  ...['/recruiting/groups', '/recruiting/players?year=2025', '/recruiting/teams?year=2025', '/roster?year=2025'],
  ...['/roster?team=Northfield', '/scoreboard', '/stats/game/advanced?year=2025', '/stats/player/season?year=2025'],
  ...[
    '/stats/season?year=2025',
    '/stats/season/advanced?year=2025',
    '/talent',
    '/teams',
    '/teams/fbs?year=2025',
    '/venues',
  ],
  ...['/teams/matchup?team1=Northfield&team2=Lakeland', '/play/types', '/play/stat/types', '/stats/categories'],
  ...['/draft/teams', '/draft/positions'],
]
const paths = new Set(calls.map((call) => call.split('?', 1)[0]))
for (const { path } of Object.values(endpoints)) if (!paths.has(path)) print(`no call of ${path}`)

const world = await openWorld()
if (values.imported) await importSeason()
const opened = { at: performance.now(), cpu: process.cpuUsage() }
await world.rows('/conferences')
print(`\nfirst answer after ${sinceMs(opened.at)} ms, ${cpuMs(opened.cpu).toFixed(0)} ms CPU`)
print('\np50, p95 of the first piece, p50, p95 of the whole, and p50, p95 of the CPU time of the whole, in ms')
for (const call of calls) {
  const [first, whole, cpu]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < Number(values.rounds); round++) {
    const from = performance.now()
    const used = process.cpuUsage()
    const { body } = await world.ask<AsyncIterable<string | Uint8Array> | object>(call)
    let isFirst = true
    if (Symbol.asyncIterator in body)
      for await (const piece of body) {
        // as the gateway does when it has sent it; the GC would look at the whole league for it
        if (typeof piece !== 'string') releaseBuffer(piece)
        if (isFirst) first.push(performance.now() - from)
        isFirst = false
      }
    if (isFirst) first.push(performance.now() - from)
    whole.push(performance.now() - from)
    cpu.push(cpuMs(used))
  }
  const shares = [first, whole, cpu].flatMap((times) => [share(times, 0.5), share(times, 0.95)])
  print(`${shares.join('  ')}  ${call}`)
}
print(`\n${Math.round(process.memoryUsage().rss / 2 ** 20)} MB in all`)

/** Saves a season of the sample as a holder of a key would, and imports it. */
async function importSeason(): Promise<void> {
  const sample = await openWorld()
  const save = async (name: string, path: string) => {
    const body = JSON.stringify(await sample.rows(path))
    const [at, cpu] = [performance.now(), process.cpuUsage()]
    await world.importFile(body, { name, pieceBytes: 65_536 })
    print(`${path}: ${body.length >> 20} MB imported in ${sinceMs(at)} ms, ${cpuMs(cpu).toFixed(0)} ms CPU`)
  }
  await save('teams', '/teams')
  await save('conferences', '/conferences')
  await save('roster-2025', '/roster?year=2025')
  await save('games', '/games?year=2025&seasonType=both')
  await save('lines', '/lines?year=2025&seasonType=both')
  for (let week = 1; week <= 15; week++) await save(`plays-${week}`, `/plays?year=2025&week=${week}&seasonType=both`)
  await sample.close()
}

function sinceMs(from: number): number {
  return Math.round(performance.now() - from)
}

/** Of all threads of this process. */
function cpuMs(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}

function share(times: readonly number[], part: number): string {
  const sorted = times.toSorted((one, other) => one - other)
  return (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1).padStart(6)
}
