// Handles every request: answers health checks and documents at once, sends calls through the pipeline, and refuses
// those beyond the limit.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Failure, fail } from '#define'
import { createIncoming, type Incoming } from '../call/call.ts'
import { createBatchPerTick } from '../call/http/batch-per-tick.ts'
import { answerPreflight } from '../call/http/preflight.ts'
import { answerSystem, isSystemPath, type SystemDeps, sendSystemFailure } from '../call/http/system.ts'
import { watchUnreadBody } from '../call/http/unread-body.ts'
import { sendFailure } from '../call/reply.ts'
import { isForSocket, recognise } from '../call/route.ts'
import { isMcpPath } from '../mcp/server.ts'
import type { HandleMcp } from '../mcp/transport.ts'
import type { Log } from '../process/log.ts'
import type { RequestIds } from '../process/request-id.ts'
import { answer, type PipelineDeps } from './pipeline.ts'
import type { Requests } from './servers.ts'
import { failureOf } from './unexpected-error.ts'

/** Call counts and drain state of one process. */
export interface Traffic {
  /** Number of calls that have started and not ended. */
  underWay: number
  /** True once new calls are refused. */
  isDraining: boolean
  /** True once `/readyz` announces the shutdown; calls are accepted until `isDraining`. */
  isLeaving: boolean
}
interface RequestHandlerDeps {
  readonly pipeline: PipelineDeps
  /** Creates the MCP server, whose calls begin like all others. */
  readonly createMcp: (begin: (incoming: Incoming) => void) => HandleMcp
  readonly system: SystemDeps
  readonly traffic: Traffic
  readonly log: Log
  readonly requestIds: RequestIds
  /** The limit of concurrent calls. */
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

  /** Sends the refusal in the error format of the API that the call names. */
  function refuse(incoming: Incoming, failure: Failure): void {
    recognise(incoming, pipeline.mounts)
    sendFailure(incoming, failure)
  }

  /** Refuses calls beyond the limits of the process. */
  function admit(incoming: Incoming): boolean {
    if (traffic.isDraining) refuse(incoming, fail('gateway.draining', {}, { retryAfterS: 1 }))
    else if (traffic.underWay >= callLimit) refuse(incoming, fail('gateway.busy', {}, { retryAfterS: 1 }))
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
      if (pipeline.pools.hops.isLoop(request.headers)) return refuse(incoming, fail('request.loop', {}))
      if (admit(incoming)) begin(incoming)
    },
  }

  const handle: Requests['handle'] = (port, request, response) => {
    if (port === 'gateway' && isSystemPath(request.url ?? '/')) {
      watchAfter(request, response)
      answerSystem(request, response, system).catch((error: unknown) => {
        log.error('page failed', { cause: String(error) })
        if (response.headersSent) response.destroy()
        else sendSystemFailure(request, response, failureOf(error, pipeline.store))
      })
      return
    }
    const isMcp = port === 'gateway' && isMcpPath(request.url ?? '/')
    // pages of other origins must not call agents' tools
    if (!isMcp && answerPreflight(request, response)) return watchAfter(request, response)
    const sentId = request.headers['x-request-id']
    const id = requestIds(typeof sentId === 'string' ? sentId : undefined)
    const incoming = createIncoming(id, { request, response, port })
    if (pipeline.pools.hops.isLoop(request.headers)) return refuse(incoming, fail('request.loop', {}))
    if (!admit(incoming)) return
    if (!isMcp) return begin(incoming)
    response.once('close', () => {
      traffic.underWay--
    })
    beginMcp(incoming)
  }
  return { handle, sockets }
}

/** Watches for an unread body. Pages and preflights read none; calls watch their own (pipeline.ts). */
function watchAfter(request: IncomingMessage, response: ServerResponse): void {
  response.once('close', () => {
    if (!request.complete) watchUnreadBody(request)
  })
}
