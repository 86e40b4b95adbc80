// What happens to every request: health and documents at once, calls through the pipeline, refusals beyond the limit.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fail } from '#define'
import { createIncoming, type Incoming } from './call/call.ts'
import { sendFailure } from './call/reply.ts'
import { isForSocket } from './call/route.ts'
import { createBatchPerTick } from './http/batch-per-tick.ts'
import { answerPreflight } from './http/preflight.ts'
import type { RequestIds } from './http/request-id.ts'
import { answerSystem, isSystemPath, type SystemDeps } from './http/system.ts'
import { watchUnreadBody } from './http/unread-body.ts'
import type { Log } from './log.ts'
import { isMcpPath } from './mcp/server.ts'
import type { HandleMcp } from './mcp/transport.ts'
import { answer, type PipelineDeps } from './pipeline.ts'
import type { Requests } from './servers.ts'

/** The calls of one process. */
export interface Traffic {
  /** Calls that have started and not ended. */
  underWay: number
  /** New calls are refused. */
  isDraining: boolean
  /** `/readyz` says that it ends; calls are taken until `isDraining`. */
  isLeaving: boolean
}
export interface RequestHandlerDeps {
  readonly pipeline: PipelineDeps
  /** Makes the MCP server, whose calls begin like all others. */
  readonly createMcp: (begin: (incoming: Incoming) => void) => HandleMcp
  readonly system: SystemDeps
  readonly traffic: Traffic
  readonly log: Log
  readonly requestIds: RequestIds
  /** Most calls under way at once. */
  readonly callLimit: number
}

export function createRequestHandler(deps: RequestHandlerDeps): Requests {
  const { pipeline, system, traffic, log, requestIds, callLimit } = deps
  const begin = createBatchPerTick('calls', (incoming: Incoming) => answer(incoming, pipeline))
  const mcp = deps.createMcp((incoming) => {
    if (!admit(incoming)) return
    answer(incoming, pipeline)
  })
  const beginMcp = createBatchPerTick('calls', ({ request, response, id }: Incoming) => mcp(request, response, id))

  /** Refuses beyond the limits of the process. */
  function admit(incoming: Incoming): boolean {
    if (traffic.isDraining) sendFailure(incoming, fail('gateway.draining', {}, { retryAfterS: 1 }))
    else if (traffic.underWay >= callLimit) sendFailure(incoming, fail('gateway.busy', {}, { retryAfterS: 1 }))
    else {
      traffic.underWay++
      return true
    }
    return false
  }

  const sockets: Requests['sockets'] = {
    isFor: (target) => isForSocket(target, pipeline.mounts),
    handle(request, upgrade) {
      const sentId = request.headers['x-request-id']
      const id = requestIds(typeof sentId === 'string' ? sentId : undefined)
      const incoming = createIncoming(id, { request, response: upgrade.response, port: 'gateway', upgrade })
      if (pipeline.pools.hops.isLoop(request.headers)) return sendFailure(incoming, fail('request.loop', {}))
      if (admit(incoming)) begin(incoming)
    },
  }

  const handle: Requests['handle'] = (port, request, response) => {
    if (port === 'gateway' && isSystemPath(request.url ?? '/')) {
      watchAfter(request, response)
      answerSystem(request, response, system).catch((error: unknown) => {
        log.error('page failed', { cause: String(error) })
        response.destroy()
      })
      return
    }
    const isMcp = port === 'gateway' && isMcpPath(request.url ?? '/')
    // pages of other origins may not call agents' tools
    if (!isMcp && answerPreflight(request, response)) return watchAfter(request, response)
    const sentId = request.headers['x-request-id']
    const id = requestIds(typeof sentId === 'string' ? sentId : undefined)
    const incoming = createIncoming(id, { request, response, port })
    if (pipeline.pools.hops.isLoop(request.headers)) return sendFailure(incoming, fail('request.loop', {}))
    if (!admit(incoming)) return
    if (!isMcp) return begin(incoming)
    response.once('close', () => {
      traffic.underWay--
    })
    beginMcp(incoming)
  }
  return { handle, sockets }
}

/** Pages and preflights read no body; calls look after theirs (pipeline.ts). */
function watchAfter(request: IncomingMessage, response: ServerResponse): void {
  response.once('close', () => {
    if (!request.complete) watchUnreadBody(request)
  })
}
