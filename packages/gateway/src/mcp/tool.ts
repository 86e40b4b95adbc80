// Types of the server's tools and of their calls.
import type { IncomingMessage } from 'node:http'
import type { KeySurface } from '#store'
import type { Disconnect } from './disconnect.ts'
import type { Agent, ShownKey } from './identify-agent.ts'
import type { JsonObject } from './values.ts'

export interface Annotations {
  /**
   * Title of the tool. A native tool has none: its description begins with the same words, and every token of a list
   * costs money.
   */
  readonly title?: string
  readonly readOnlyHint: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations: Annotations
  run(args: JsonObject, call: ToolCall): ToolResult | Promise<ToolResult>
}

/** A call of a tool, with its caller and its request. */
export interface ToolCall extends Agent {
  readonly request: IncomingMessage
  /** Signals that the client has disconnected before it got a response. */
  readonly disconnect: Disconnect
  /** The name that the client gives itself; not verified, for the log only. */
  readonly client: string | undefined
  /** True if the client can ask the person in a form. */
  readonly canAsk: boolean
  /** The person's answers by the name of the question, and the state that came with the question. */
  readonly answers: JsonObject
  readonly requestState: string | undefined
}

/** Returns the keys of a call: one, or one of each kind. */
export const keysOf = ({ caller, key, second }: Agent): readonly ShownKey[] =>
  second ? [{ caller, key }, second] : [{ caller, key }]

/** Returns the call with the key that opens a surface, if one was presented. */
export function callFor(call: ToolCall, surface: KeySurface): ToolCall {
  const shown = keysOf(call).find(({ caller }) => caller.surface === surface)
  return shown ? { ...call, ...shown } : call
}

export type Content =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'resource_link'
      readonly uri: string
      readonly name: string
      readonly mimeType: string
      readonly size: number
    }

export interface ToolResult {
  readonly content: readonly Content[]
  readonly isError?: true
  readonly structuredContent?: JsonObject
  /** A question to the person, instead of a response. */
  readonly question?: { readonly inputRequests: JsonObject; readonly requestState: string }
}

export const text = (...lines: readonly string[]): ToolResult => ({
  content: lines.map((line) => ({ type: 'text', text: line })),
})

/** Explains why a key that is read-only for agents does not open a call, and how to allow it. */
export const onlyRead = (keyId: string): string =>
  `This key lets agents only read. Its owner can change that: npx gatehouse keys agent ${keyId} write.`

/** Returns a problem that a model can act on: a wrong argument, a refusal, a failed provider. */
export const problem = (...lines: readonly string[]): ToolResult => ({ ...text(...lines), isError: true })
