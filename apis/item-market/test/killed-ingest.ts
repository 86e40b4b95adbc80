// A process that reads Skinport from an address and kills itself with SIGKILL at a given step:
// `node killed-ingest.ts <store as JSON> <operator's file as JSON> <phase> <how many times the phase was reported>`.
import { openStore } from '#store'
import { skinport } from '../provider/prices/connectors/skinport.ts'
import { openPriceWorld } from './world.ts'

const [target = '', config = '', phase = '', times = ''] = process.argv.slice(2)
const database = await openStore(JSON.parse(target))
const world = await openPriceWorld({ after: () => undefined }, { database, migrated: true })
world.allow({ config: JSON.parse(config) })
let reported = 0
await world.ingest(skinport, {
  progress: (progress) => {
    if (progress.phase === phase && ++reported === Number(times)) process.kill(process.pid, 'SIGKILL')
  },
})
throw new Error('was not killed')
