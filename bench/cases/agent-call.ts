// The cost of an agent's `call_read` beyond the same call through the proxy.
import { gatehouse, startGatehouse } from '../contenders/gatehouse.ts'
import { figureOf } from '../figures.ts'
import type { Effort, Result } from './case.ts'
import { cpuOf, measure, tableOf } from './load.ts'

const proxied = { ...gatehouse, name: 'proxied' }
const agent = { ...gatehouse, name: 'call_read' }
/** Limit of the additional CPU of an agent's call, in milliseconds per call. */
const limitMs = 0.05

export async function agentCall(effort: Effort, flags: readonly string[] = []): Promise<Result> {
  const running = await startGatehouse(0, {
    live: [],
    flags,
    environment: { GATEHOUSE_AGENT_RATE: '1000000000' },
  })
  try {
    const entrants = [
      {
        ...{ contender: proxied, running, headers: running.headers },
        url: `${running.url}/v1/proxy/randomness/dice?count=2`,
      },
      {
        ...{ contender: agent, running, url: `${running.url}/mcp`, headers: { ...running.headers, ...headers } },
        body: JSON.stringify(message),
      },
    ]
    const rounds = await measure(entrants, effort)
    const plain = cpuOf(rounds, proxied.name)
    // seconds per 10,000 calls are tenths of a millisecond per call
    const value = figureOf(cpuOf(rounds, agent.name).map((cpu, round) => (cpu - (plain[round] ?? cpu)) / 10))
    return {
      title: 'Call of an agent',
      how: 'GET of `/randomness/dice` over 32 connections, and the same operation through `call_read` at `/mcp`, revision 2026-07-28.',
      ...tableOf(entrants, rounds),
      targets: value ? [{ name: 'call of an agent: CPU more per call', value, limit: limitMs, unit: 'ms' }] : [],
      notes: [],
    }
  } finally {
    await running.stop()
  }
}

const revision = '2026-07-28'
const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': revision,
  'mcp-method': 'tools/call',
  'mcp-name': 'call_read',
}
const message = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'call_read',
    arguments: { operation: 'randomness.dice', arguments: { count: 2 } },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
}
