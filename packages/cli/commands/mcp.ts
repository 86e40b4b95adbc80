// gatehouse mcp: prints the configuration of MCP clients, and bridges clients that start a program instead of calling
// an address.

import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { memberOf } from '../member.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { requireKey } from '../target.ts'

/** Adds the command. */
export function addMcp(program: Command, shell: Shell): void {
  const mcp = program
    .command('mcp')
    .description('print MCP client configuration, or run as a stdio server')
    .argument('[api]', 'slug of an API whose operations become the tools')
    .option('--stdio', 'read messages from standard input and write answers to standard output')
  shell.action<{ stdio?: boolean }>(withConnection(mcp), async (session, { stdio }, [api]) => {
    const url = `${session.target.url}/mcp${api === undefined ? '' : `/${api}`}`
    if (stdio) return bridge(session, url)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: clients put the variable in
    const headers = { Authorization: 'Bearer ${GATEHOUSE_KEY}' }
    const config = { mcpServers: { gatehouse: { type: 'http', url, headers } } }
    session.show(config, () => configurationText(url, config, programOf(api)))
  })
}

/** Returns the command that starts this program from any folder, without a shell. */
function programOf(api: string | undefined): object {
  const [node, script] = [process.execPath, process.argv.at(1) ?? '']
  return { command: node, args: [script, 'mcp', ...(api === undefined ? [] : [api]), '--stdio'] }
}

function configurationText(url: string, config: object, program: object): string {
  return `Address: ${url}
Header:  Authorization: Bearer <gateway key>

Claude Code:
  claude mcp add --transport http gatehouse ${url} --header "Authorization: Bearer $GATEHOUSE_KEY"
  (with the key in GATEHOUSE_KEY)

Clients with a JSON file (Cursor, VS Code under "servers", Claude Code as .mcp.json):
${JSON.stringify(config, null, 2)}

Clients that start a program:
${JSON.stringify({ mcpServers: { gatehouse: { ...program, env: { GATEHOUSE_URL: new URL(url).origin, GATEHOUSE_KEY: '<gateway key>' } } } }, null, 2)}

A key is for reading until you run: npx gatehouse keys agent <id> write
`
}

/** Maximum number of pending messages; further ones are read once one of them has its answer. */
const underWayLimit = 32
const longestLine = 8 * 1024 * 1024

/** Passes one message per line in both directions (the stdio transport). Ends with its input. */
async function bridge(session: Session, url: string): Promise<void> {
  const key = requireKey(session.target, 'key')
  const underWay = new Set<Promise<void>>()
  const requests = new Map<unknown, AbortController>()
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '' || line.length > longestLine) continue
    const message = parsed(line)
    if (memberOf(message, 'method') === 'notifications/cancelled') {
      // an HTTP request is cancelled by closing its connection
      requests.get(memberOf(memberOf(message, 'params'), 'requestId'))?.abort()
      continue
    }
    const id = memberOf(message, 'id')
    const cancel = new AbortController()
    if (id !== undefined) requests.set(id, cancel)
    const answered = passOn(line, message, { session, url, key, signal: cancel.signal }).finally(() => {
      underWay.delete(answered)
      if (requests.get(id) === cancel) requests.delete(id)
    })
    underWay.add(answered)
    if (underWay.size >= underWayLimit) await Promise.race(underWay)
  }
  await Promise.all(underWay)
}

interface Passing {
  readonly session: Session
  readonly url: string
  readonly key: string
  /** Aborted when the client cancels the request, which then gets no answer. */
  readonly signal: AbortSignal
}

async function passOn(line: string, message: unknown, { session, url, key, signal }: Passing): Promise<void> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${key}`,
        ...headersOf(message),
      },
      body: line,
      signal,
    })
    for await (const text of messagesOf(response))
      if (memberOf(message, 'id') !== undefined) session.io.out(`${text}\n`)
  } catch {
    const id = memberOf(message, 'id')
    if (id === undefined || signal.aborted) return
    const error = { code: -32603, message: `The gateway at ${url} cannot be reached.` }
    session.io.out(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`)
  }
}

/** Reads the messages of a response: one, or an event stream of progress reports and then the answer. */
async function* messagesOf(response: Response): AsyncGenerator<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
    const text = (await response.text()).trim()
    if (text !== '') yield text
    return
  }
  let waiting = ''
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (waiting + part).split('\n')
    waiting = lines.pop() ?? ''
    // the gateway puts each message on one line of data
    for (const line of lines) if (line.startsWith('data: ')) yield line.slice('data: '.length)
  }
}

/** Returns the headers that revision 2026-07-28 requires over HTTP and that stdio messages lack. */
function headersOf(message: unknown): Record<string, string> {
  const params = memberOf(message, 'params')
  const version = memberOf(memberOf(params, '_meta'), 'io.modelcontextprotocol/protocolVersion')
  if (typeof version !== 'string') return {}
  const name = memberOf(params, 'name')
  return {
    'mcp-protocol-version': version,
    'mcp-method': String(memberOf(message, 'method')),
    ...(typeof name === 'string' ? { 'mcp-name': nameHeader(name) } : {}),
  }
}

function nameHeader(name: string): string {
  return /^[\x21-\x7e]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
