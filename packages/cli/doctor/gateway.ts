// Checks of a gateway: that it runs, that it is ready, and its reports on its database and Redis.
import { GatewayError } from '#client'
import { showBytes } from '../amounts.ts'
import { describeFailure } from '../failure.ts'
import { send } from '../request.ts'
import type { Session } from '../shell.ts'
import { type Check, good, problem } from './check.ts'
import { answers } from './services.ts'

const answerMs = 5000

/** Identifies the server at an address: a gateway, something else, or nothing. */
export async function whatRuns(url: string): Promise<'gateway' | 'other' | 'nothing'> {
  try {
    const response = await send(`${url}/healthz`, { timeoutMs: answerMs, failsOn: () => false })
    return (await response.text()).trim() === 'ok' ? 'gateway' : 'other'
  } catch {
    const { hostname, port, protocol } = new URL(url)
    const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) }
    return (await answers(address)) ? 'other' : 'nothing'
  }
}

export function checkPort(url: string, occupant: 'gateway' | 'other' | 'nothing', local: boolean): Check {
  if (occupant === 'gateway') return good('gateway', `answers at ${url}`)
  if (occupant === 'other')
    return problem(
      'gateway',
      `something else answers at ${url}`,
      'Stop it, or start the gateway on another port with GATEHOUSE_PORT.',
    )
  if (local) return good('gateway', `not running; ${url} is free. Start it with gatehouse start`)
  return problem('gateway', `nothing answers at ${url}`, 'Start the gateway there, or choose another with --url.')
}

/** Returns a running gateway's reports about itself; details need the operator key. */
export async function checkRunning(session: Session): Promise<Check[]> {
  const ready = await checkReady(session.target.url)
  if (session.target.adminKey === undefined)
    return [ready, good('state', 'not checked: no operator key is known (--admin-key or GATEHOUSE_ADMIN_KEY)')]
  try {
    return [ready, ...checksOf(await session.operator().status({ timeoutMs: answerMs }))]
  } catch (error) {
    const refused = error instanceof GatewayError && (error.status === 401 || error.status === 403)
    const message = describeFailure(error, session.target.url).message
    return [
      ready,
      problem('state', message, refused ? 'Pass the operator key of this gateway.' : 'See the log of the gateway.'),
    ]
  }
}

async function checkReady(url: string): Promise<Check> {
  try {
    const response = await send(`${url}/readyz`, { timeoutMs: answerMs, failsOn: () => false })
    const answer = (await response.text()).trim()
    return response.ok ? good('ready', answer) : problem('ready', answer, 'See the log of the gateway.')
  } catch (error) {
    return problem('ready', describeFailure(error, url).message, 'See the log of the gateway.')
  }
}

type Status = Awaited<ReturnType<ReturnType<Session['operator']>['status']>>
const leastFreeBytes = 500_000_000

function checksOf({
  version,
  node,
  database,
  redis,
  processes,
  dataFolder,
  masterKey,
  counts,
  mayServe,
}: Status): Check[] {
  const { freeBytes, path } = dataFolder
  const full = freeBytes !== null && freeBytes < leastFreeBytes
  const room = freeBytes === null ? 'free space unknown' : `${showBytes(freeBytes)} free`
  const halfRotated = masterKey.versionsInUse.length > 1
  const many = processes === 1 ? 'one process' : `${processes} processes`
  return [
    good('version', `gatehouse ${version} on node ${node}, ${many}`),
    database.reachable
      ? good('database', `${database.kind} answers in ${database.ms} ms`)
      : problem('database', `${database.kind} does not answer`, 'Start it, or change GATEHOUSE_DATABASE_URL.'),
    redis === 'away'
      ? problem(
          'redis',
          'it does not answer; quotas are divided among the processes',
          'Start it, or change GATEHOUSE_REDIS_URL.',
        )
      : good('redis', redis === 'off' ? 'not used' : 'answers'),
    full ? problem('disk', `${path}: ${room}`, 'Free space on that disk.') : good('disk', `${path}, ${room}`),
    halfRotated
      ? problem(
          'master key',
          `a rotation is not finished: versions ${masterKey.versionsInUse.join(', ')} are in use`,
          'Finish it with: gatehouse vault rotate',
        )
      : good('master key', `version ${masterKey.version}`),
    mayServe
      ? good('revocations', 'received')
      : problem(
          'revocations',
          'this process has lost the database and refuses calls',
          'Make sure that the database is reachable.',
        ),
    good('holds', `${counts.accounts} accounts, ${counts.keys} keys, ${counts.providerKeys} provider keys`),
  ]
}
