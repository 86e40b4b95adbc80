// What every contender is to the harness: a program in front of one upstream, called in its own wire format.
import { small } from '../answers.ts'

export interface Running {
  readonly pid: number
  /** What the path at the upstream is appended to. */
  readonly base: string
  /** What each call carries. */
  readonly headers: Readonly<Record<string, string>>
  stop(): Promise<void>
}
export interface Contender {
  readonly name: string
  /** undefined: not on this machine. */
  readonly version: string | undefined
  /** Node programs are compared with each other as well; the floor is none that anybody would run. */
  readonly kind: 'ours' | 'native' | 'node' | 'floor' | 'none'
  start(upstreamPort: number): Promise<Running>
}

/** Makes sure that a contender does forward, and what it gives back is the upstream's. */
export async function proveForwarding(name: string, { base, headers }: Running, path: string): Promise<void> {
  const answer = await fetch(base + path, { headers })
  const body = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200 || !body.equals(small)) throw new Error(`${name} answered ${answer.status}: ${body}`)
}

/** Makes sure that a contender that checks keys refuses a call without one. */
export async function proveKeyCheck(name: string, { base }: Running, path: string): Promise<void> {
  const answer = await fetch(base + path)
  await answer.arrayBuffer()
  if (answer.status !== 401) throw new Error(`${name} answered ${answer.status} to a call without a key`)
}
