// What agents pay to read, in tokens: lists with every conversation, descriptions with every operation they learn.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { createListings } from '../../packages/gateway/src/call/listings.ts'
import { describe } from '../../packages/gateway/src/mcp/describe.ts'
import { createOperations } from '../../packages/gateway/src/mcp/operations.ts'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { createMounts } from '../../packages/gateway/src/start/mounts.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { send } from './agent.ts'

const apis = await loadApis()

test('the list of /mcp is at most 1,200 tokens, that of each API at most 8,000', async (t) => {
  const gateway = await openGateway(t, { apis })
  const { accountId } = await gateway.account()
  const { key } = await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'A', agent: 'write' })
  const sizeOf = async (path: string) => {
    const { body } = await send(gateway, 'tools/list', {}, { key: reveal(key), path })
    return countTokens(JSON.stringify(body.result.tools))
  }
  const whole = await sizeOf('/mcp')
  t.diagnostic(`/mcp: ${whole} tokens`)
  assert.ok(whole <= 1200, `${whole} tokens`)
  for (const { slug } of gateway.listings.filter(({ api }) => api.surface.name === 'hosted')) {
    const size = await sizeOf(`/mcp/${slug}`)
    assert.ok(size <= 8000, `/mcp/${slug}: ${size} tokens`)
  }
})

test('a description is at most 900 tokens for 95 of 100 operations, and never more than 2,500', (t) => {
  const mounts = createMounts({ apis, ownApis: [], listings: createListings(apis, new Map()) })
  const sizes = createOperations({ apis, mounts })
    .all.map((operation) => ({ name: operation.name, tokens: countTokens(describe(operation)) }))
    .sort((a, b) => a.tokens - b.tokens)
  const at = (share: number) => sizes[Math.ceil(share * sizes.length) - 1]?.tokens ?? 0
  const last = sizes.at(-1)
  t.diagnostic(`median ${at(0.5)}, 95 of 100 ${at(0.95)}, most ${last?.tokens} (${last?.name})`)
  assert.ok(at(0.95) <= 900, `${at(0.95)} tokens`)
  assert.ok(at(1) <= 2500, `${last?.name}: ${last?.tokens} tokens`)
})
