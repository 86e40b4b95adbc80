// The mixin that names the programmes before and after, across the borders of pages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openProgrammes } from './test/world.ts'

interface Neighbour {
  readonly href: string
}
interface Item {
  readonly pid?: string
  readonly previous_next?: { readonly previous?: Neighbour; readonly next?: Neighbour }
}

const world = await openProgrammes({ now: '2026-11-20T12:00:00Z' })

test('each programme of a brand names the one before and the one after, whatever the page', async () => {
  let [path, pids]: [string, string[]] = ['', []]
  for (const container of await world.pids('/programmes?entity_type=brand&entity_type=series&page_size=300')) {
    path = `/programmes?children_of=${container}&sort=position`
    pids = await world.pids(`${path}&page_size=300`)
    if (pids.length > 7 && pids.length < 30) break
  }
  assert.ok(pids.length > 7)
  for (const size of [1, 3, 300])
    for (let page = 1; (page - 1) * size < pids.length; page++) {
      const { results } = await world.page(`${path}&mixin=previous_next&page_size=${size}&page=${page}`)
      const items: readonly Item[] = results.items ?? []
      for (const [at, { pid, previous_next }] of items.entries()) {
        const position = (page - 1) * size + at
        const of = (neighbour: Neighbour | undefined) =>
          neighbour && new URLSearchParams(neighbour.href.split('?')[1]).get('pid')
        assert.deepEqual(
          [of(previous_next?.previous), pid, of(previous_next?.next)],
          [pids[position - 1], pids[position], pids[position + 1]],
        )
      }
    }
})
