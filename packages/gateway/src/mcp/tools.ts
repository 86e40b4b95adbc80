// The six tools at /mcp. Their words are read by models with every conversation, so they are few.

import { effects } from '#define/reflect'
import { accountStatus } from './account-status.ts'
import { maxChars } from './answer-text.ts'
import { readCount, readObject, readOptionalText, readText, readTexts } from './arguments.ts'
import { describe } from './describe.ts'
import type { Finder } from './find.ts'
import { listingStates } from './listing-states.ts'
import { isAllowed, type Operation, type Operations } from './operations.ts'
import { readResult } from './read-result.ts'
import { type RunDeps, type RunOptions, runRead, runWrite } from './run-operation.ts'
import { problem, type Tool, type ToolCall, type ToolResult, text } from './tool.ts'
import type { JsonObject } from './values.ts'

export interface ToolsDeps extends RunDeps {
  readonly operations: Operations
  readonly finder: () => Promise<Finder>
}

const string = { type: 'string' }
const strings = { type: 'array', items: string }
const object = { type: 'object', description: 'By the names in describe_operations.' }
const inputOf = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
})

/** The tools in the order in which they are listed. */
export function createTools(deps: ToolsDeps): Tool[] {
  const closed = { readOnlyHint: true, openWorldHint: false }
  return [
    {
      name: 'find_operations',
      description:
        'Find operations of the APIs behind this gateway by what you want to do. This is the only list: search before you say that something is not offered. An empty query with api lists that API.',
      inputSchema: inputOf({
        query: { ...string, description: 'The task in plain words.' },
        api: { ...string, description: 'Slug; narrows the search.' },
        effect: { ...string, enum: [...effects] },
        limit: { type: 'integer', default: 8, maximum: 25 },
      }),
      annotations: { title: 'Find operations', ...closed },
      run: (args, call) => find(args, call, deps),
    },
    {
      name: 'describe_operations',
      description: 'Arguments, answer, effect and an example of up to 5 operations. Read it before the first call.',
      inputSchema: inputOf({ operations: { ...strings, maxItems: 5 } }, 'operations'),
      annotations: { title: 'Describe operations', ...closed },
      run: (args) => describeAll(args, deps),
    },
    {
      name: 'call_read',
      description: 'Call an operation whose effect is read.',
      inputSchema: inputOf(
        {
          operation: { ...string, description: '<api>.<id>' },
          arguments: object,
          fields: { ...strings, description: 'Keep only these members of the answer.' },
          provider: { ...string, enum: ['live', 'embedded'] },
          maxChars: { type: 'integer', default: maxChars.fallback, maximum: maxChars.most },
        },
        'operation',
      ),
      annotations: { title: 'Call (read)', readOnlyHint: true, openWorldHint: true },
      run: (args, call) => withOperation(args, deps, (operation) => runRead(readRun(args, { operation, call, deps }))),
    },
    {
      name: 'call_write',
      description:
        'Call an operation that writes, destroys or spends. rehearse sends it to the embedded provider instead of the real one: a dry run. destroy and spend need a confirmation, which the first call returns.',
      inputSchema: inputOf(
        {
          operation: string,
          arguments: object,
          rehearse: { type: 'boolean' },
          idempotencyKey: { ...string, description: 'Repeat a call with the same one, and it happens once.' },
          confirmation: { ...string, description: 'Only after the person agreed.' },
        },
        'operation',
      ),
      annotations: {
        title: 'Call (write)',
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
      run: (args, call) =>
        withOperation(args, deps, (operation) => runWrite(readWrite(args, { operation, call, deps }))),
    },
    {
      name: 'read_result',
      description: 'More of a long answer, or a late one, by its handle (15 minutes).',
      inputSchema: inputOf(
        {
          handle: string,
          pointer: { ...string, description: 'JSON Pointer to a part.' },
          offset: { type: 'integer', default: 0 },
          maxChars: { type: 'integer', default: maxChars.fallback, maximum: maxChars.most },
        },
        'handle',
      ),
      annotations: { title: 'Read a result', ...closed },
      run: (args, call) => readResult(args, call, deps),
    },
    {
      name: 'account_status',
      description: 'Calls left, which APIs answer live, and what needs a person.',
      inputSchema: inputOf({}),
      annotations: { title: 'Account status', ...closed },
      run: (_args, call) => accountStatus(call, deps),
    },
  ]
}

async function find(args: JsonObject, call: ToolCall, deps: ToolsDeps): Promise<ToolResult> {
  const { finder, operations } = deps
  const query = readOptionalText(args, 'query') ?? ''
  const api = readOptionalText(args, 'api')
  const effect = readOptionalText(args, 'effect')
  const limit = readCount(args, 'limit', { most: 25, fallback: 8 })
  if (api !== undefined && !operations.of(api))
    return problem(`There is no API ${api.slice(0, 60)}. The APIs: ${apisOf(operations)}.`)
  if (query === '' && api === undefined) return text(`Ask for something, or name an API: ${apisOf(operations)}.`)
  const of = api === undefined ? undefined : new Set(operations.of(api)?.map(({ listing }) => listing.api))
  const { find: search } = await finder()
  const found = search(query, (one) => {
    if (of && !of.has(one.listing.api)) return false
    return (effect === undefined || one.effect === effect) && isAllowed(one, call.caller)
  })
  if (found.length === 0) return text(`Nothing fits. Try other words, or name an API: ${apisOf(operations)}.`)
  const states = await listingStates(call, deps)
  const shown = found.slice(0, limit).map((one) => lineOf(one, states.get(one.listing.slug)))
  if (found.length > limit) shown.push(`(${found.length - limit} more)`)
  return text(shown.join('\n'))
}

function lineOf({ name, effect, endpoint }: Operation, state: string | undefined): string {
  return `${name} [${effect}] ${endpoint.summary}${state === undefined ? '' : ` (${state})`}`
}

function apisOf({ all }: Operations): string {
  return [...new Set(all.map(({ listing }) => listing.slug))].join(', ')
}

function describeAll(args: JsonObject, { operations }: ToolsDeps): ToolResult {
  const names = readTexts(args, 'operations', 5) ?? []
  if (names.length === 0) return problem('operations is a list of 1 to 5 names, such as exchange-rates.latest.')
  const described = names.map((name) => {
    const operation = operations.get(name)
    return operation ? describe(operation) : unknownOperation(name)
  })
  return text(...described)
}

function unknownOperation(name: string): string {
  return `There is no operation ${name.slice(0, 80)}. find_operations has the names.`
}

function withOperation(
  args: JsonObject,
  { operations }: ToolsDeps,
  run: (operation: Operation) => ToolResult | Promise<ToolResult>,
): ToolResult | Promise<ToolResult> {
  const name = readText(args, 'operation')
  const operation = operations.get(name)
  return operation ? run(operation) : problem(unknownOperation(name))
}

interface RunContext {
  readonly operation: Operation
  readonly call: ToolCall
  readonly deps: ToolsDeps
}

function readRun(args: JsonObject, context: RunContext) {
  const options: RunOptions = {
    fields: readTexts(args, 'fields', 50),
    provider: readProvider(args),
    maxChars: readChars(args),
  }
  return { ...context, args: readObject(args, 'arguments'), options }
}

function readWrite(args: JsonObject, context: RunContext) {
  const isRehearsal = args.rehearse === true || args.rehearse === 'true'
  const options: RunOptions = {
    provider: isRehearsal ? 'embedded' : readProvider(args),
    maxChars: readChars(args),
    idempotencyKey: readIdempotencyKey(args),
    confirmation: readOptionalText(args, 'confirmation'),
  }
  return { ...context, args: readObject(args, 'arguments'), options, isRehearsal }
}

function readProvider(args: JsonObject): RunOptions['provider'] {
  const provider = readOptionalText(args, 'provider')
  return provider === 'live' || provider === 'embedded' ? provider : undefined
}

export function readChars(args: JsonObject): number {
  return readCount(args, 'maxChars', maxChars)
}

function readIdempotencyKey(args: JsonObject): string | undefined {
  const key = readOptionalText(args, 'idempotencyKey')
  return key === undefined ? undefined : key.replace(/[^\x21-\x7e]/g, '').slice(0, 200)
}
