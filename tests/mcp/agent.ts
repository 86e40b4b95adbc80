// A client of the MCP server, without a package: one POST per message.
import type { OpenGateway } from '../harness/open-gateway.ts'

interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly body: any
}
export interface AgentOptions {
  readonly key: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly capabilities?: object
}

let id = 0

/** Sends a message of revision 2026-07-28. */
export async function send(
  { baseUrl }: Pick<OpenGateway, 'baseUrl'>,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  options: AgentOptions & { readonly signal?: AbortSignal },
): Promise<Answer> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': options.capabilities ?? {},
  }
  const name = typeof params.name === 'string' ? { 'mcp-name': params.name } : {}
  return post(`${baseUrl}${options.path ?? '/mcp'}`, {
    headers: {
      authorization: `Bearer ${options.key}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...name,
      ...options.headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params: { ...params, _meta: meta } }),
    ...(options.signal ? { signal: options.signal } : {}),
  })
}

/** A POST as clients send it. */
export async function post(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    ...init,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...init.headers },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** Calls a tool and returns its result. */
export async function callTool(
  gateway: Pick<OpenGateway, 'baseUrl'>,
  name: string,
  args: Readonly<Record<string, unknown>>,
  options: AgentOptions,
) {
  const { body, status } = await send(gateway, 'tools/call', { name, arguments: args }, options)
  if (!body.result) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.result
}
