// Imports a season of the sample, saved as a holder of a key would save it.
import { openWorld, type World } from './world.ts'

const year = 2025
const weeks = 15

export async function importSeason(world: World, print: (line: string) => void): Promise<void> {
  const sample = await openWorld()
  const save = async (name: string, path: string) => {
    const body = JSON.stringify(await sample.rows(path))
    const [at, used] = [performance.now(), process.cpuUsage()]
    await world.importFile(body, { name, pieceBytes: 65_536 })
    const { user, system } = process.cpuUsage(used)
    const times = `${Math.round(performance.now() - at)} ms, ${Math.round((user + system) / 1000)} ms CPU`
    print(`${path}: ${body.length >> 20} MB imported in ${times}`)
  }
  await save('teams', '/teams')
  await save('conferences', '/conferences')
  await save(`roster-${year}`, `/roster?year=${year}`)
  await save('games', `/games?year=${year}&seasonType=both`)
  await save('lines', `/lines?year=${year}&seasonType=both`)
  for (let week = 1; week <= weeks; week++)
    await save(`plays-${week}`, `/plays?year=${year}&week=${week}&seasonType=both`)
  await sample.close()
}
