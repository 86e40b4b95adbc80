// Answers the methods of the protocol for a server of tools, in both revisions.
import { mapInSteps } from '#provider'
import { WrongArgument } from './arguments.ts'
import { codes, RpcError, type RpcRequest } from './messages.ts'
import { type Client, handshakeRevisions, statelessRevision, supportedRevisions } from './revision.ts'
import { onlyRead, problem, type Tool, type ToolCall, type ToolResult } from './tool.ts'
import { isRecord, type JsonObject } from './values.ts'

/** The tools and instructions at one address. */
export interface Offer {
  readonly tools: readonly Tool[]
  readonly instructions: string
}
interface MethodContext {
  readonly offer: Offer
  readonly client: Client
  readonly call: Omit<ToolCall, 'client' | 'canAsk' | 'answers' | 'requestState'>
}

const serverInfo = { name: 'gatehouse', title: 'Gatehouse', version: '1' }
const capabilities = { tools: {} }
/** Caching of the list, which depends only on the key and changes with the key's settings. */
const caching = { ttlMs: 60_000, cacheScope: 'private' }

/** Answers a request with its result; throws RpcError. */
export async function answerMethod(request: RpcRequest, context: MethodContext): Promise<JsonObject> {
  const result = await resultOf(request, context)
  if (!context.client.isStateless) return result
  return {
    resultType: 'complete',
    ...result,
    _meta: { ...(isRecord(result._meta) ? result._meta : {}), 'io.modelcontextprotocol/serverInfo': serverInfo },
  }
}

function resultOf(request: RpcRequest, context: MethodContext): JsonObject | Promise<JsonObject> {
  const { client, offer } = context
  switch (request.method) {
    case 'tools/list':
      return listTools(request.params, context)
    case 'tools/call':
      return callTool(request.params, context)
    case 'server/discover':
      if (!client.isStateless) throw unknownMethod(request.method, client)
      return { supportedVersions: supportedRevisions, capabilities, instructions: offer.instructions, ...caching }
    case 'initialize':
      if (client.isStateless) throw unknownMethod(request.method, client)
      return { protocolVersion: agreed(request.params), capabilities, serverInfo, instructions: offer.instructions }
    case 'ping':
      if (client.isStateless) throw unknownMethod(request.method, client)
      return {}
    default:
      throw unknownMethod(request.method, client)
  }
}

/** The most tools of one list: an added API can have thousands, and the next list begins after these. */
const mostListed = 200

async function listTools({ cursor }: JsonObject, { offer, client }: MethodContext): Promise<JsonObject> {
  const from = cursor === undefined ? 0 : typeof cursor === 'string' && /^\d{1,6}$/.test(cursor) ? Number(cursor) : -1
  if (from < 0 || from > offer.tools.length)
    throw new RpcError(codes.invalidParams, 'The cursor is not one of this list. Leave it out to begin again.')
  const next = from + mostListed
  const tools = await mapInSteps(offer.tools.slice(from, next), listed)
  return {
    tools,
    ...(next < offer.tools.length ? { nextCursor: String(next) } : {}),
    ...(client.isStateless ? caching : {}),
  }
}

/** Returns the client's revision if it is known, or the newest with a handshake (2025-11-25, basic/lifecycle). */
function agreed({ protocolVersion }: JsonObject): string {
  const known = handshakeRevisions.find((one) => one === protocolVersion)
  return known ?? handshakeRevisions[0]
}

function unknownMethod(method: string, { isStateless }: Client): RpcError {
  return new RpcError(codes.methodNotFound, `There is no method ${method.slice(0, 60)}.`, {
    status: isStateless ? 404 : 200,
    ...(isStateless ? {} : { data: { revision: statelessRevision } }),
  })
}

function listed({ name, description, inputSchema, outputSchema, annotations }: Tool): JsonObject {
  const { title } = annotations
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema,
    ...(outputSchema ? { outputSchema } : {}),
    annotations,
  }
}

async function callTool(params: JsonObject, { offer, call, client }: MethodContext): Promise<JsonObject> {
  const { name, arguments: args = {}, inputResponses, requestState } = params
  const tool = offer.tools.find((one) => one.name === name)
  if (!tool) {
    const why = call.caller.agent === 'write' ? '' : ` ${onlyRead(call.caller.keyId)}`
    const message = `There is no tool ${String(name).slice(0, 60)}.${why}`
    throw new RpcError(codes.invalidParams, message, { status: client.isStateless ? 400 : 200 })
  }
  if (!isRecord(args))
    throw new RpcError(codes.invalidParams, 'The arguments of a tool are an object.', { status: 400 })
  const result = await runTool(tool, args, {
    ...call,
    client: client.name,
    canAsk: client.isStateless && canAskInForm(client.capabilities.elicitation),
    answers: isRecord(inputResponses) ? inputResponses : {},
    requestState: typeof requestState === 'string' ? requestState : undefined,
  })
  const { question, ...answer } = result
  return question ? { resultType: 'input_required', ...question } : { ...answer }
}

/** Reports whether the client supports forms; an empty capability means that it does (client/elicitation). */
function canAskInForm(elicitation: unknown): boolean {
  return isRecord(elicitation) && (isRecord(elicitation.form) || Object.keys(elicitation).length === 0)
}

async function runTool(tool: Tool, args: JsonObject, call: ToolCall): Promise<ToolResult> {
  try {
    return await tool.run(args, call)
  } catch (error) {
    if (error instanceof WrongArgument) return problem(error.message)
    throw error
  }
}
