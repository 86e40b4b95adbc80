// The six tools at /mcp. Their descriptions are sent with every conversation, so they are short.

import { effects } from '#define/reflect'
import { accountStatus } from './account-status.ts'
import { maxChars } from './answer-text.ts'
import { readCount, readFlag, readObject, readOptionalText, readText, readTexts, WrongArgument } from './arguments.ts'
import { describe } from './describe.ts'
import type { Finder } from './find.ts'
import { listingStates } from './listing-states.ts'
import { isAllowed, type Operation, type Operations, openerOf } from './operations.ts'
import { readResult } from './read-result.ts'
import { type RunDeps, type RunOptions, runRead, runWrite } from './run-operation.ts'
import { keysOf, problem, type Tool, type ToolCall, type ToolResult, text } from './tool.ts'
import type { JsonObject } from './values.ts'

interface ToolsDeps extends RunDeps {
  readonly operations: Operations
  readonly finder: () => Promise<Finder>
}

const string = { type: 'string' }
const strings = { type: 'array', items: string }
const object = { type: 'object', description: 'By the names in describe_operations.' }
const chars = { type: 'integer', default: maxChars.fallback, maximum: maxChars.most }
const inputOf = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
})

/** Creates the tools in the order of the list. */
export function createTools(deps: ToolsDeps): Tool[] {
  return toolsOf(deps).map((tool) => ({ ...tool, run: (args, call) => tool.run(withKnownNames(args, tool), call) }))
}

/** Refuses unknown arguments: a misspelt `rehearse` must not make the call. */
function withKnownNames(args: JsonObject, { name, inputSchema }: Tool): JsonObject {
  const known = Object.keys(Object(inputSchema.properties))
  const unknown = Object.keys(args).filter((one) => !known.includes(one))
  if (unknown.length === 0) return args
  const named = unknown.slice(0, 5).map((one) => one.slice(0, 60))
  throw new WrongArgument(`${name} has no argument ${named.join(', ')}. Its arguments: ${known.join(', ')}.`)
}

function toolsOf(deps: ToolsDeps): Tool[] {
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
          maxChars: chars,
        },
        'operation',
      ),
      annotations: { title: 'Call (read)', readOnlyHint: true, openWorldHint: true },
      run: (args, call) => withOperation(args, deps, (operation) => runRead(readRun(args, { operation, call, deps }))),
    },
    {
      name: 'call_write',
      description:
        'Call an operation that writes, destroys or spends. rehearse checks key, quota and arguments and sends nothing. destroy and spend need a confirmation, which the first call returns.',
      inputSchema: inputOf(
        {
          operation: string,
          arguments: object,
          provider: { ...string, enum: ['live', 'embedded'] },
          rehearse: { type: 'boolean' },
          idempotencyKey: { ...string, description: 'Repeat a call with the same one, and it happens once.' },
          confirmation: { ...string, description: 'Only after the person agreed.' },
          maxChars: chars,
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
          maxChars: chars,
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
    return (effect === undefined || one.effect === effect) && mayFind(one, call)
  })
  if (found.length === 0) return text(`Nothing fits. Try other words, or name an API: ${apisOf(operations)}.`)
  const states = await listingStates(call, deps)
  const shown = found.slice(0, limit).map((one) => lineOf(one, states.get(one.listing.slug), call))
  if (found.length > limit) shown.push(`(${found.length - limit} more)`)
  return text(shown.join('\n'))
}

/** Reports whether a presented key opens the operation, or a key of a kind that was not presented would. */
function mayFind(operation: Operation, call: ToolCall): boolean {
  return isOfOther(operation, call) || keysOf(call).some(({ caller }) => isAllowed(operation, caller))
}
const isOfOther = ({ surface }: Operation, call: ToolCall): boolean =>
  !keysOf(call).some(({ caller }) => caller.surface === surface)

function lineOf(operation: Operation, state: string | undefined, call: ToolCall): string {
  const { name, effect, endpoint } = operation
  const note = isOfOther(operation, call) ? `opens with a ${openerOf(operation)}` : state
  return `${name} [${effect}] ${endpoint.summary}${note === undefined ? '' : ` (${note})`}`
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
  const options: RunOptions = {
    provider: readProvider(args),
    maxChars: readChars(args),
    idempotencyKey: readIdempotencyKey(args),
    confirmation: readOptionalText(args, 'confirmation'),
  }
  return { ...context, args: readObject(args, 'arguments'), options, isRehearsal: readFlag(args, 'rehearse') }
}

function readProvider(args: JsonObject): RunOptions['provider'] {
  const provider = readOptionalText(args, 'provider')
  if (provider === undefined || provider === 'live' || provider === 'embedded') return provider
  throw new WrongArgument('provider is live or embedded.')
}

export function readChars(args: JsonObject): number {
  return readCount(args, 'maxChars', maxChars)
}

function readIdempotencyKey(args: JsonObject): string | undefined {
  const key = readOptionalText(args, 'idempotencyKey')
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new WrongArgument('idempotencyKey is 1 to 200 printable ASCII characters without spaces.')
}
