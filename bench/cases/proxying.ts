// Forwarding: small and large JSON through every proxy.
import { path } from '../answers.ts'
import { bareProxy } from '../contenders/bare-proxy.ts'
import type { Contender, Running } from '../contenders/contender.ts'
import { proveForwarding, proveKeyCheck } from '../contenders/contender.ts'
import { direct } from '../contenders/direct.ts'
import { gatehouse } from '../contenders/gatehouse.ts'
import { haproxy } from '../contenders/haproxy.ts'
import { nginx } from '../contenders/nginx.ts'
import { fastifyHttpProxy, httpProxy } from '../contenders/node-peers.ts'
import type { Effort, Result } from './case.ts'
import { type Entrant, measure, ratioTarget, tableOf } from './load.ts'

export const proxies: readonly Contender[] = [direct, nginx, haproxy, fastifyHttpProxy, httpProxy, bareProxy, gatehouse]

export type Proxies = ReadonlyMap<Contender, Running>

/**
 * Starts the contenders installed on this machine, and verifies that each forwards and that ours, nginx and HAProxy
 * check keys.
 */
export async function startProxies(upstream: number, contenders: readonly Contender[] = proxies): Promise<Proxies> {
  const started = new Map<Contender, Running>()
  for (const contender of contenders) {
    if (contender.version === undefined) continue
    const running = await contender.start(upstream)
    started.set(contender, running)
    await proveForwarding(contender.name, running, path('small'))
    if (contender.kind === 'ours' || contender.kind === 'native')
      await proveKeyCheck(contender.name, running, path('small'))
  }
  return started
}

const entrantsOf = (started: Proxies, kind: string): Entrant[] =>
  [...started].map(([contender, running]) => ({
    contender,
    running,
    url: running.base + path(kind),
    headers: running.headers,
  }))

export async function smallAnswers(started: Proxies, effort: Effort): Promise<Result> {
  const entrants = entrantsOf(started, 'small')
  const rounds = await measure(entrants, effort)
  const target = (other: string, limit: number) =>
    ratioTarget(rounds, { name: `1 KB: CPU vs ${other}`, ours: gatehouse.name, other, limit })
  return {
    title: 'Answers of 1 KB',
    how:
      'GET of JSON over 32 keep-alive connections, as fast as responses arrive. nginx and HAProxy look a key up, limit its rate and put the ' +
      'provider key in; the Node proxies only forward; Gatehouse does all of its work.',
    ...tableOf(entrants, rounds),
    targets: [...target(fastifyHttpProxy.name, 0.7), ...target(httpProxy.name, 0.7), ...target(bareProxy.name, 1.8)],
    notes: [],
  }
}

export async function largeAnswers(started: Proxies, effort: Effort): Promise<Result> {
  const entrants = entrantsOf(started, 'large')
  const rounds = await measure(entrants, effort)
  return {
    title: 'Answers of 100 KB',
    how: 'The same with larger responses, passed on as they arrive. Gatehouse scans each for an echoed provider key.',
    ...tableOf(entrants, rounds),
    targets: [],
    notes: [],
  }
}
