// A contender, as the harness sees it: a program in front of one upstream, called in its own wire format.
import { small } from '../answers.ts'

export interface Running {
  readonly pid: number
  /** The base to which the path at the upstream is appended. */
  readonly base: string
  /** The headers of each call. */
  readonly headers: Readonly<Record<string, string>>
  stop(): Promise<void>
}
export interface Contender {
  readonly name: string
  /** undefined: not installed on this machine. */
  readonly version: string | undefined
  /** Kind of the program; those of kind `node` are also compared with each other, and nobody would run the floor. */
  readonly kind: 'ours' | 'native' | 'node' | 'floor' | 'none'
  start(upstreamPort: number): Promise<Running>
}

/** Verifies that a contender forwards and that its response is the upstream's. */
export async function proveForwarding(name: string, { base, headers }: Running, path: string): Promise<void> {
  const answer = await fetch(base + path, { headers })
  const body = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200 || !body.equals(small)) throw new Error(`${name} answered ${answer.status}: ${body}`)
}

/** Verifies that a contender that checks keys refuses a call without one. */
export async function proveKeyCheck(name: string, { base }: Running, path: string): Promise<void> {
  const answer = await fetch(base + path)
  await answer.arrayBuffer()
  if (answer.status !== 401) throw new Error(`${name} answered ${answer.status} to a call without a key`)
}
