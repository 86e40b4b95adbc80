// The official conformance suite against the gateway's transport, in both revisions. It runs offline, and fails as well
// when something passes that is still listed as an expected failure.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type ConformanceServer, openConformanceServer } from './conformance/server.ts'

const suite = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)

describe('the conformance suite', () => {
  let server: ConformanceServer
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-'))

  before(async () => {
    server = await openConformanceServer()
  })
  after(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The fewest checks that pass, so that scenarios that silently skip theirs are noticed. */
  const revisions = [
    { revision: '2026-07-28', passing: 140 },
    { revision: '2025-11-25', passing: 54 },
  ]
  for (const { revision, passing } of revisions)
    test(`passes what ${revision} requires, but for what is listed with a reason`, async () => {
      const { code, printed } = await run(revision)
      assert.equal(code, 0, printed.slice(-4000))
      const passed = Number(/Total: (\d+) passed/.exec(printed)?.[1])
      assert.ok(passed >= passing, `only ${passed} checks passed`)
    })

  async function run(revision: string): Promise<{ code: number | null; printed: string }> {
    const expected = fileURLToPath(new URL(`./conformance/expected-failures-${revision}.yml`, import.meta.url))
    const args = ['server', '--url', server.url, '--requirements', revision, '--expected-failures', expected]
    const child = spawn(process.execPath, [suite, ...args, '-o', folder], { cwd: folder, stdio: 'pipe' })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        printed += part.toString()
      })
    const [code] = await once(child, 'close')
    return { code, printed }
  }
})
