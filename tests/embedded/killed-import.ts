// A process that imports a file from stdin and kills itself once a third of it is written, or once it has read so many
// addresses: `node killed-import.ts <slug> <store as JSON> <name of the file> [<addresses>]`.
import type { Api } from '#define'
import type { Provider } from '#define/reflect'
import { openWorld } from '#provider/test'
import { openStore } from '#store'

const [, , slug = '', store = '', name = '', addresses = 'Infinity'] = process.argv
const load = async (path: string) => (await import(new URL(`../../apis/${slug}/${path}`, import.meta.url).href)).default
const api: Api = await load('api.ts')
const provider: Provider<unknown> = await load('provider.ts')
const world = await openWorld(api, provider, { database: await openStore(JSON.parse(store)), migrated: true })
const { importFile } = await world.open()
await importFile?.({ name, account: 'acc_test', chunks: process.stdin }, ({ phase, percent = 0, counts }) => {
  if ((phase === 'writing' && percent >= 33) || Number(counts.addresses) >= Number(addresses))
    process.kill(process.pid, 'SIGKILL')
})
