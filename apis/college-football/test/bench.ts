// `node apis/college-football/test/bench.ts`: the quality of simulated seasons, and how long a season takes. It asserts
// nothing: quality.test.ts does.
import { measure, playSeasons } from './quality.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

const started = process.cpuUsage()
const seasons = playSeasons(1936, 2025)
const { user, system } = process.cpuUsage(started)
print(`${((user + system) / 1000 / seasons.length).toFixed(0)} ms of CPU time for a season\n`)
const { pregame, inGame, ...figures } = measure(seasons)
print(JSON.stringify(figures, null, 2))
for (const [name, bins] of Object.entries({ pregame, inGame })) {
  print(`\n${name}: cases, forecast, actual`)
  for (const { count, forecast, actual } of bins) print(`${count}  ${forecast.toFixed(3)}  ${actual.toFixed(3)}`)
}
