// Guards the days that an import writes where its dates leave day and month open.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eachStore } from '../../../../tests/harness/services.ts'
import { importing, type Made, me } from '../../test/ledger-calls.ts'
import { type Calls, openCalls } from '../../test/world.ts'

await eachStore('days of imports', (database) => {
  let calls: Calls
  before(async () => {
    calls = await openCalls(database.target)
  })
  after(() => calls.close())

  test('the period above the headings shows the order of day and month', async () => {
    const { home, send } = await importing(calls)
    const head = 'Period,02/01/2026 - 02/28/2026\n'
    await send('Period.csv', `${head}Date,Payee,Amount\n02/03/2026,A,-1.00\n02/04/2026,B,-1.00\n`)
    const rows = await home.ask<Made[]>('GET', `${me}/transactions?start_date=2026-01-01&end_date=2026-12-31`)
    assert.deepEqual(
      rows.map(({ date }) => date),
      ['2026-02-04', '2026-02-03'],
    )
  })
})
