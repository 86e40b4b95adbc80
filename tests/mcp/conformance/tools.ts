// The tools that the conformance suite calls.
import { createHmac } from 'node:crypto'
import { codes, RpcError } from '../../../packages/gateway/src/mcp/messages.ts'
import type { Client } from '../../../packages/gateway/src/mcp/revision.ts'
import { isRecord, type JsonObject } from '../../../packages/gateway/src/mcp/values.ts'
import { png } from './resources.ts'

/** A WAV file without samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const image = { type: 'image', data: png, mimeType: 'image/png' }
const text = (value: string) => ({ type: 'text', text: value })
const done = (value: string): JsonObject => ({ content: [text(value)] })
const state = (name: string) => `${name}.${createHmac('sha256', 'conformance').update(name).digest('base64url')}`

type Run = (params: JsonObject, client: Client) => JsonObject

const sampling = (question: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(question) }], maxTokens: 100 },
})
const roots = { method: 'roots/list', params: {} }

/** A question to the person for one text. */
export function ask(message: string, property: string, type = 'string'): JsonObject {
  const requestedSchema = { type: 'object', properties: { [property]: { type } }, required: [property] }
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } }
}

export function inputRequired(inputRequests: JsonObject, requestState?: string): JsonObject {
  return { resultType: 'input_required', inputRequests, ...(requestState === undefined ? {} : { requestState }) }
}

/** Returns the client's answer to the question of this name, if it is one. */
export function answerOf({ inputResponses }: JsonObject, name: string): JsonObject | undefined {
  const answer = isRecord(inputResponses) ? inputResponses[name] : undefined
  return isRecord(answer) ? answer : undefined
}

/** Throws RpcError unless the state that comes back is the one that was sent out under `name`. */
function checkState({ requestState }: JsonObject, name: string): void {
  if (requestState !== state(name)) throw new RpcError(codes.invalidParams, 'The request state was changed.')
}

const runs: Readonly<Record<string, Run>> = {
  test_simple_text: () => done('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ],
  }),
  test_error_handling: () => ({ ...done('This tool intentionally returns an error for testing'), isError: true }),
  test_missing_capability(_params, { capabilities }) {
    if (capabilities.sampling !== undefined) return done('The client can sample.')
    throw new RpcError(codes.missingCapability, 'The client has to declare sampling.', {
      status: 400,
      data: { requiredCapabilities: { sampling: {} } },
    })
  },
  test_logging_tool: () => done('Nothing was logged.'),
  test_streaming_elicitation: (params) =>
    answerOf(params, 'user_name') ? done('Hello!') : inputRequired({ user_name: ask('What is your name?', 'name') }),
  test_input_required_result_elicitation: (params) =>
    answerOf(params, 'user_name') ? done('Hello!') : inputRequired({ user_name: ask('What is your name?', 'name') }),
  test_input_required_result_sampling: (params) =>
    answerOf(params, 'capital_question')
      ? done('Paris')
      : inputRequired({ capital_question: sampling('What is the capital of France?') }),
  test_input_required_result_list_roots: (params) =>
    answerOf(params, 'client_roots') ? done('Thanks for the roots.') : inputRequired({ client_roots: roots }),
  test_input_required_result_request_state(params) {
    if (!answerOf(params, 'confirm'))
      return inputRequired({ confirm: ask('Please confirm', 'ok', 'boolean') }, state('one'))
    checkState(params, 'one')
    return done('state-ok')
  },
  test_input_required_result_tampered_state(params) {
    if (!answerOf(params, 'confirm'))
      return inputRequired({ confirm: ask('Please confirm', 'ok', 'boolean') }, state('one'))
    checkState(params, 'one')
    return done('state-ok')
  },
  test_input_required_result_multiple_inputs(params) {
    const questions = {
      user_name: ask('What is your name?', 'name'),
      greeting: sampling('Generate a greeting'),
      client_roots: roots,
    }
    if (!Object.keys(questions).every((name) => answerOf(params, name))) return inputRequired(questions, state('one'))
    checkState(params, 'one')
    return done('All three were answered.')
  },
  test_input_required_result_multi_round(params) {
    if (answerOf(params, 'step1')) {
      checkState(params, 'one')
      return inputRequired({ step2: ask('Step 2: What is your favorite color?', 'color') }, state('two'))
    }
    if (!answerOf(params, 'step2'))
      return inputRequired({ step1: ask('Step 1: What is your name?', 'name') }, state('one'))
    checkState(params, 'two')
    return done('Both rounds are done.')
  },
  test_input_required_result_capabilities: (_params, { capabilities }) =>
    inputRequired({
      ...(capabilities.sampling === undefined ? {} : { greeting: sampling('Generate a greeting') }),
      ...(capabilities.elicitation === undefined ? {} : { user_name: ask('What is your name?', 'name') }),
    }),
}

export const toolNames = Object.keys(runs)

/** Undefined for a tool that is not one of these. */
export function callTool(name: string, params: JsonObject, client: Client): JsonObject | undefined {
  return Object.hasOwn(runs, name) ? runs[name]?.(params, client) : undefined
}
