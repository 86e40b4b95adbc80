// A server on the gateway's own transport that offers what the official conformance suite asks for by name: tools,
// resources and prompts that the gateway has no use for. What the suite then judges is the transport, the revisions and
// the methods that the gateway shares.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Caller } from '../../../packages/gateway/src/account/keys/identify.ts'
import { HeldBodies } from '../../../packages/gateway/src/call/http/held-bodies.ts'
import type { RpcRequest } from '../../../packages/gateway/src/mcp/messages.ts'
import { answerMethod } from '../../../packages/gateway/src/mcp/methods.ts'
import type { Client } from '../../../packages/gateway/src/mcp/revision.ts'
import { createIsOwnSite } from '../../../packages/gateway/src/mcp/site.ts'
import type { Tool } from '../../../packages/gateway/src/mcp/tool.ts'
import { createTransport } from '../../../packages/gateway/src/mcp/transport.ts'
import type { JsonObject } from '../../../packages/gateway/src/mcp/values.ts'
import { promptNames, promptOf } from './prompts.ts'
import { resourceOf, resources, templates } from './resources.ts'
import { callTool, toolNames } from './tools.ts'

export interface ConformanceServer {
  readonly url: string
  close(): void
}

export async function openConformanceServer(): Promise<ConformanceServer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const baseUrl = `http://127.0.0.1:${port}`
  const transport = createTransport<{ account: string }>({
    identify: async () => ({ account: 'conformance' }),
    isOwnSite: createIsOwnSite(baseUrl),
    bodies: new HeldBodies(16 * 1024 * 1024),
    progressMs: 10_000,
    log: { error: (...parts: unknown[]) => console.error(...parts) },
    answer: async (request, { client, request: incoming, disconnect }) => {
      const own = ownResult(request, client)
      if (own) return client.isStateless ? { resultType: 'complete', ...own } : own
      const offer = { tools, instructions: 'For conformance tests.' }
      const call = { caller, key: ['x-gateway-key', ''] as const, second: undefined, request: incoming, disconnect }
      const result = await answerMethod(request, { offer, client, call })
      return result.capabilities === undefined ? result : { ...result, capabilities }
    },
  })
  server.on('request', (request, response) => void transport(request, response, 'req_conformance'))
  return {
    url: `${baseUrl}/mcp`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Tools of the gateway, and those of the fixture. */
const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} }

/** Nothing here depends on who calls. */
const caller: Caller = {
  ...{
    accountId: 'conformance',
    accountName: 'Conformance',
    keyId: 'conformance',
    isDemo: false,
    sandbox: null,
    provider: null,
  },
  ...{ surface: 'hosted', agent: 'read', plan: { id: 'free', perMinute: 1, perDay: 1 } },
  ...{ limits: null, scopes: null, addresses: null, expiresAt: null },
}

const caching = { ttlMs: 60_000, cacheScope: 'public' }

const tools = toolNames.map(
  (name): Tool => ({
    name,
    description: 'For conformance tests.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: () => ({ content: [] }),
  }),
)

/** Undefined for what the gateway's own methods answer. */
function ownResult({ method, params }: RpcRequest, client: Client): JsonObject | undefined {
  const cached = (result: JsonObject) => (client.isStateless ? { ...result, ...caching } : result)
  switch (method) {
    case 'tools/call':
      return callTool(String(params.name), params, client)
    case 'resources/list':
      return cached({ resources })
    case 'resources/templates/list':
      return cached({ resourceTemplates: templates })
    case 'resources/read':
      return cached({ contents: [resourceOf(String(params.uri))] })
    case 'resources/subscribe':
    case 'resources/unsubscribe':
    case 'logging/setLevel':
      return client.isStateless ? undefined : {}
    case 'prompts/list':
      return cached({ prompts: promptNames })
    case 'prompts/get':
      return promptOf(params)
    case 'completion/complete':
      return { completion: { values: ['paris', 'park'], total: 2, hasMore: false } }
    default:
      return undefined
  }
}
