// A process that imports a statement from stdin, for a test that kills it:
// `node killed-import.ts <store as JSON>`. It writes a line to stdout when it is done.
import { openWorld } from '#provider/test'
import { openStore } from '#store'
import api from '../api.ts'
import provider from '../provider.ts'

const database = await openStore(JSON.parse(process.argv[2] ?? ''))
const world = await openWorld(api, provider, { database, migrated: true })
const { importFile } = await world.open()
await importFile?.({ name: 'bank.csv', account: 'acc_test', chunks: process.stdin }, () => undefined)
process.stdout.write('done\n')
