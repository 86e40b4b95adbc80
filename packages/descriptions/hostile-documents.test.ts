// Documents that are made to hurt: each is refused clearly, or becomes a description that is safe to serve, in time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientSourceOf, compileRoutes, mcpToolsOf, openApiOf } from '#derive'
import { hostileDocuments } from './hostile-documents.fixture.ts'
import { apiOf, type Description, DescriptionRefused, examplesOf, readDescription } from './mod.ts'

/** Time of the processor, since other programs may be running; what grows faster than its document takes minutes. */
const longestMs = 8000
const longestCheckMs = 300

/** Returns a function that tells how long the processor has worked. */
function stopwatch(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return Math.round((user + system) / 1000)
  }
}

for (const [name, [expected, make]] of Object.entries(hostileDocuments)) {
  test(`${name}: ${expected}`, async () => {
    const made = make()
    const text = typeof made === 'string' ? made : made()
    const elapsed = stopwatch()
    const result = await readDescription(text).catch((error: unknown) => error)
    assert.ok(elapsed() < longestMs, `took ${elapsed()} ms`)
    if (expected === 'refused') {
      assert.ok(result instanceof DescriptionRefused, String(result))
      assert.ok(result.message.length < 2500)
      return
    }
    assert.ok(!(result instanceof Error), String(result))
    const description = result as Description
    const api = apiOf(description, { slug: 'hostile', check: 'gateway', open: true })
    compileRoutes(api)
    assert.ok(mcpToolsOf(api).every(({ inputSchema }) => inputSchema.type === 'object'))
    clientSourceOf(api)
    openApiOf(api, { serverUrl: '', version: '1', examples: examplesOf(description) })
    checkBodies(api)
    assert.equal(Reflect.get({}, 'polluted'), undefined)
    assert.ok(JSON.stringify(description).length < Math.max(4 * text.length, 30_000_000))
    assert.ok(elapsed() < 2 * longestMs, `took ${elapsed()} ms`)
  })
}

/** Checks a body that is made to take long against each declared one. */
function checkBodies(api: ReturnType<typeof apiOf>): void {
  const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => ({ a: inner, items: [inner] }), 'x')
  for (const { body } of Object.values(api.endpoints)) {
    const check = body?.schema && api.checkerOf?.(body.schema, 'body')
    for (const value of [`${'a'.repeat(50_000)}!`, deep, {}, null]) {
      const elapsed = stopwatch()
      check?.(value)
      assert.ok(elapsed() < longestCheckMs, `a check took ${elapsed()} ms`)
    }
  }
}
