// What a tool of the server is, and what it is called with.
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../keys/identify.ts'
import type { Disconnect } from './disconnect.ts'
import type { JsonObject } from './values.ts'

export interface Annotations {
  /** A native tool has none: its description begins with the same words, and lists are paid for by the token. */
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

/** Who calls, and for which request. */
export interface ToolCall {
  readonly caller: Caller
  /** The name of the key's header, and the key as it was presented. */
  readonly key: readonly [string, string]
  readonly request: IncomingMessage
  /** Happens when the client goes away before it has an answer. */
  readonly disconnect: Disconnect
  /** What the client calls itself: a claim, for the log. */
  readonly client: string | undefined
  /** Whether the person can be asked in a form. */
  readonly canAsk: boolean
  /** What the person answered, by the name of the question, and the state that came with the question. */
  readonly answers: JsonObject
  readonly requestState: string | undefined
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
  /** Instead of an answer: a question to the person. */
  readonly question?: { readonly inputRequests: JsonObject; readonly requestState: string }
}

export const text = (...lines: readonly string[]): ToolResult => ({
  content: lines.map((line) => ({ type: 'text', text: line })),
})

/** An answer that a model can act on: a wrong argument, a refusal, a provider that failed. */
export const problem = (...lines: readonly string[]): ToolResult => ({ ...text(...lines), isError: true })
