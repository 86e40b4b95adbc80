// A chat completion in the OpenAI format, whole and streamed, beside the gateway that is made for nothing else.
import { chatRequest } from '../answers.ts'
import type { Contender, Running } from '../contenders/contender.ts'
import { gatehouse, type RunningGatehouse } from '../contenders/gatehouse.ts'
import { portkey } from '../contenders/portkey.ts'
import type { Effort, Result } from './case.ts'
import { type Entrant, measure, ratioTarget, tableOf } from './load.ts'

/** Portkey's CPU is to be at least this many times ours. */
const times = 15

export async function chat(upstream: number, ours: RunningGatehouse, options: ChatOptions): Promise<Result> {
  const { stream, effort } = options
  const other = portkey.version === undefined ? undefined : await portkey.start(upstream)
  try {
    const entrant = (contender: Contender, running: Running, url: string): Entrant => ({
      contender,
      running,
      url,
      headers: running.headers,
      body: chatRequest(stream),
    })
    const entrants = [
      entrant(gatehouse, ours, `${ours.url}/v1/proxy/model-routing/v1/chat/completions`),
      ...(other ? [entrant(portkey, other, `${other.base}/v1/chat/completions`)] : []),
    ]
    for (const one of entrants) await prove(one)
    const rounds = await measure(entrants, effort)
    const what = stream ? 'streamed' : 'whole'
    return {
      title: `Chat completion, ${what}`,
      how:
        'POST of the same chat request over 32 connections, each gateway in its own wire format. Gatehouse reads and checks the body ' +
        `against the declared schema.${stream ? ' The answer is 21 events.' : ''}`,
      ...tableOf(entrants, rounds),
      targets: ratioTarget(rounds, {
        name: `chat, ${what}: CPU of ${portkey.name}`,
        ours: gatehouse.name,
        other: portkey.name,
        limit: 1 / times,
        // a short run measures programs that are still being compiled
        guard: 3 / times,
      }),
      notes: other ? [] : [`${portkey.name} is not installed.`],
    }
  } finally {
    await other?.stop()
  }
}
interface ChatOptions {
  readonly stream: boolean
  readonly effort: Effort
}

async function prove({ contender, url, headers, body }: Entrant): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: body ?? null,
  })
  const text = await answer.text()
  if (!answer.ok || !text.includes('sample')) throw new Error(`${contender.name} answered ${answer.status}: ${text}`)
}
