// Serves stored responses that are not text as bytes: `GET /mcp/results/<handle>` with the key that asked.
import type { IncomingMessage } from 'node:http'
import { Failure, fail } from '#define'
import type { CallResponse } from '../call/http/call-response.ts'
import { endResponse, stallTimeoutMs } from '../call/http/stalled-client.ts'
import { inertHeadersFor } from '../call/reply.ts'
import type { Log } from '../process/log.ts'
import { contentTypeOf } from './answer-text.ts'
import type { Agent } from './identify-agent.ts'
import type { Results } from './results.ts'
import { keysOf } from './tool.ts'

interface Deps {
  readonly identify: (request: IncomingMessage) => Promise<Agent | Failure>
  readonly results: Results
  readonly log: Pick<Log, 'error'>
}
interface Asked {
  readonly request: IncomingMessage
  readonly response: CallResponse
  readonly handle: string
  readonly requestId: string
}

/** Sends the stored response, or a failure. Never rejects. */
export async function sendStoredResult({ request, response, handle, requestId }: Asked, deps: Deps): Promise<void> {
  try {
    const failure = await send({ request, response, handle, requestId }, deps)
    if (failure) refuse(response, failure, requestId)
  } catch (error) {
    deps.log.error('mcp result failed', { requestId, cause: String(error) })
    response.destroy()
  }
}

async function send({ request, response, handle, requestId }: Asked, deps: Deps): Promise<Failure | undefined> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return fail('method.unknown', { path: '/mcp/results', method: request.method ?? '', allow: 'GET, HEAD' })
  const agent = await deps.identify(request)
  if (agent instanceof Failure) return agent
  const [stored] = keysOf(agent).flatMap(({ caller }) => deps.results.get(handle, caller.keyId) ?? [])
  const answer = await stored?.answer
  if (!answer) return fail('thing.unknown', { thing: 'result', id: handle })
  response.writeHead(200, [
    ...['content-type', contentTypeOf(answer) || 'application/octet-stream'],
    ...['content-length', String(answer.body.length), 'cache-control', 'no-store', 'x-request-id', requestId],
    ...inertHeadersFor({}),
  ])
  endResponse(response, stallTimeoutMs, request.method === 'HEAD' ? undefined : answer.body)
  return undefined
}

function refuse(response: CallResponse, { code, message, info }: Failure, requestId: string): void {
  const body = Buffer.from(JSON.stringify({ error: { code, message }, meta: { requestId } }))
  response.writeHead(info.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    connection: 'close',
  })
  endResponse(response, stallTimeoutMs, body)
}
