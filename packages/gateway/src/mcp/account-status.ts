// Tool `account_status`: the self-service API's report on the account, read in process with the caller's key.
import { callInProcess } from './in-process-call.ts'
import type { RunDeps } from './run-operation.ts'
import { callFor, problem, type ToolCall, type ToolResult, text } from './tool.ts'

const paths = { limits: '/v1/me/limits', providers: '/v1/me/listings' }

export async function accountStatus(call: ToolCall, deps: RunDeps): Promise<ToolResult> {
  const { request, key, disconnect, caller, client } = callFor(call, 'hosted')
  if (caller.surface === 'market') return text(`This is a market key; agents may ${caller.agent}.`)
  const read = async (target: string) => {
    const parts = { method: 'GET', target, headers: {}, body: undefined }
    const origin = { request, port: 'gateway', key, client } as const
    const answer = await callInProcess(parts, origin, { deps: deps.calls, disconnect }).answer
    return answer?.status === 200 ? answer.body.toString('utf8') : 'null'
  }
  const [limits, providers] = await Promise.all([read(paths.limits), read(paths.providers)])
  if (limits === 'null' && providers === 'null') return problem('The scopes of this key do not cover the account (me).')
  return text(
    `{"agent":${JSON.stringify(caller.agent)},"limits":${limits},"providers":${providers},` +
      `"console":${JSON.stringify(`${deps.baseUrl}/console`)}}`,
  )
}
