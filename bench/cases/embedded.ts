// An embedded response, without any upstream, compared with a node:http server that sends the same bytes.
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Contender } from '../contenders/contender.ts'
import { gatehouse, type RunningGatehouse } from '../contenders/gatehouse.ts'
import { answers, freePort, startProgram, waitFor } from '../process.ts'
import type { Effort, Result } from './case.ts'
import { measure, ratioTarget, tableOf } from './load.ts'

const program = fileURLToPath(new URL('../bare-program.js', import.meta.url))

export async function embedded(ours: RunningGatehouse, effort: Effort): Promise<Result> {
  const url = `${ours.url}/v1/proxy/randomness/dice?count=2`
  const bare = bareServer(await answerOf(url, ours.headers))
  const running = await bare.start(0)
  try {
    const entrants = [
      { contender: bare, running, url: running.base, headers: ours.headers },
      { contender: gatehouse, running: ours, url, headers: ours.headers },
    ]
    const rounds = await measure(entrants, effort)
    return {
      title: 'Embedded answer',
      how: 'GET of `/randomness/dice` over 32 connections, compared with a bare server that sends a recorded response with all its headers.',
      ...tableOf(entrants, rounds),
      targets: ratioTarget(rounds, {
        name: 'embedded: CPU vs bare node:http',
        ours: gatehouse.name,
        other: bare.name,
        limit: 1.5,
      }),
      notes: [],
    }
  } finally {
    await running.stop()
  }
}

interface Recorded {
  readonly headers: readonly string[]
  readonly body: string
}
/** Headers that Node's server writes by itself. */
const ownHeaders = new Set(['connection', 'date', 'keep-alive'])

function answerOf(url: string, headers: Readonly<Record<string, string>>): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (answer) => {
      const { rawHeaders } = answer
      const kept = rawHeaders.filter((_, at) => !ownHeaders.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()))
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (part) => {
        body += part
      })
      answer.once('end', () => resolve({ headers: kept, body }))
    })
    request.once('error', reject)
  })
}

function bareServer(recorded: Recorded): Contender {
  return {
    name: 'bare node:http',
    version: process.version,
    kind: 'node',
    async start() {
      const port = await freePort()
      const bare = startProgram(process.execPath, { args: [program, String(port), JSON.stringify(recorded)] })
      const base = `http://127.0.0.1:${port}`
      await waitFor(() => answers(base), { program: bare })
      return { pid: bare.pid, base, headers: {}, stop: bare.stop }
    },
  }
}
