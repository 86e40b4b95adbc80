// An import of addresses whose process is killed goes on where it ended.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openStore } from '#store'
import { openWorld } from '../../apis/address-lookup/test/world.ts'
import { eachStore } from '../harness/services.ts'

const program = fileURLToPath(new URL('./killed-import.ts', import.meta.url))
/** Two whole parts, and a little more. When the third begins, the first is stored. */
const rows = 20_500
const killedAt = 20_001

await eachStore('a killed import of addresses', (database) => {
  test('is stored in full when the file is sent again, without writing twice what was stored', async (t) => {
    const target = await database.empty()
    const store = await openStore(target)
    t.after(() => store.close())
    const world = await openWorld({ database: store })
    await world.open()
    const lines = Array.from(
      { length: rows },
      (_, at) => `ZX${at % 9} ${at % 7}AB,OTHERBURY,,,Road ${at % 90},,${at},,,,,,${53_000_000 + at},S,,1A\n`,
    )
    const file = lines.join('')
    const importing = spawn(
      process.execPath,
      [program, 'address-lookup', JSON.stringify(target), 'paf.csv', String(killedAt)],
      { stdio: ['pipe', 'inherit', 'inherit'] },
    )
    t.after(() => importing.kill('SIGKILL'))
    importing.stdin.on('error', () => undefined).end(file)
    assert.deepEqual(await once(importing, 'exit'), [null, 'SIGKILL'])
    const { resumed = 0, ...counts } = await world.importFile(file, { name: 'paf.csv', pieceBytes: 65_536 })
    assert.deepEqual(counts, { addresses: rows, invalid: 0, removed: 0 })
    assert.ok(resumed === 10_000 || resumed === 20_000, `${resumed} rows were stored`)
    for (const at of [0, 9999, 10_000, rows - 1])
      assert.equal((await world.result(`/udprn/${53_000_000 + at}`)).building_number, String(at))
    const { stored } = await world.kit.db
      .selectFrom('address_lookup_addresses')
      .select(({ fn }) => fn.countAll<number>().as('stored'))
      .where('id', '<', 2 ** 50)
      .executeTakeFirstOrThrow()
    assert.equal(Number(stored), rows)
  })
})
