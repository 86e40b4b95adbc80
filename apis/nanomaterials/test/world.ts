// The provider as the tests of this folder open it. Bodies come in pieces; here they are read whole, and JSON is parsed
// and checked against its declaration.
import assert from 'node:assert/strict'
import { isRaw } from '#define/reflect'
import { checkOf, compileRoutes } from '#derive'
import { openWorld as open, type WorldOptions } from '#provider/test'
import api from '../api.ts'
import { migrations } from '../migrations/list.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

const table = compileRoutes(api)

export async function openWorld(options: WorldOptions<Tables> = {}) {
  const world = await open(api, provider, options)
  return {
    ...world,
    async ask<Body = Record<string, unknown>>(path: string, options: Parameters<typeof world.ask>[1] = {}) {
      const answer = await world.ask(path, options)
      const bytes = await bytesOf(answer.body)
      const text = bytes.toString()
      const isJson = answer.headers['content-type']?.startsWith('application/json') || answer.status >= 400
      if (!isJson) return { ...answer, bytes, text, body: text as Body }
      const body: unknown = JSON.parse(text)
      if (answer.status < 400) checkDeclared(options.method ?? 'GET', path, body)
      return { ...answer, bytes, text, body: body as Body }
    },
  }
}

function checkDeclared(method: string, path: string, body: unknown): void {
  const found = table.match(method, path.split('?', 1)[0] ?? '')
  assert.equal(found.kind, 'found')
  const returns = found.kind === 'found' ? found.match.route.endpoint.returns : undefined
  if (returns && !isRaw(returns)) assert.deepEqual(checkOf(returns, 'output')(body), [])
}

async function bytesOf(body: unknown): Promise<Buffer> {
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body))
    return Buffer.from(JSON.stringify(body))
  const chunks: Buffer[] = []
  for await (const chunk of body as AsyncIterable<Buffer | string>) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** The migrations in the form that a store takes. */
export const namedMigrations = Object.entries(migrations).map(([name, { up }]) => ({ name, up }))
