// Checks offline answers of public descriptions: values against their schemas with Ajv, and the state of collections.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Call, Schema } from '#define'
import { isReply } from '#define'
import type { OpenedProvider } from '#define/reflect'
import { type Description, embeddedOf, type Operation } from '#descriptions'
import { emptyKit } from '#provider/test'

export interface AnswerCounts {
  answers: number
  valid: number
  /** Operations whose schema Ajv refuses, or whose patterns it cannot run. */
  unchecked: number
}

/** Answers the operations of a description that return JSON, and counts the valid answers. */
export async function checkAnswers(description: Description, counts: AnswerCounts, limit: number): Promise<string[]> {
  const provider = await openedWithoutState(description)
  const validate = validatorOf(description)
  const problems: string[] = []
  for (const operation of description.operations) {
    if (counts.answers >= limit) break
    const schema = jsonSchemaOf(operation)
    if (!schema) continue
    const result = await answerOf(provider, operation)
    try {
      const problem = validate(schema, result)
      counts.answers++
      if (problem === undefined) counts.valid++
      else problems.push(`${operation.id}: ${problem}`.slice(0, 200))
    } catch {
      counts.unchecked++
    }
  }
  return problems
}

/** Returns the problem of a value; undefined if it fits. Throws for a schema that Ajv refuses. */
export type Validator = (schema: Schema, value: unknown) => string | undefined

/** Creates the validator of a description: Ajv, with formats. */
export function validatorOf({ schemas }: Description): Validator {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    validateFormats: true,
    logger: false,
    discriminator: false,
    code: { regExp },
  })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'document', components: { schemas } })
  return (schema, value) => {
    const text = JSON.stringify({ schema }).replaceAll('"#/components/', '"document#/components/')
    const validate = ajv.compile(JSON.parse(text).schema)
    if (validate(value)) return undefined
    const [first] = validate.errors ?? []
    return `${first?.instancePath} ${first?.message} (${first?.schemaPath})`
  }
}

function jsonSchemaOf({ responses }: Operation): Schema | undefined {
  const success = responses.find(({ status }) => /^2/.test(status) && status !== '204')
  return success?.types.find(({ type }) => type === 'application/json')?.schema
}

/** Opens the provider on a database in which nothing was made. */
async function openedWithoutState(description: Description): Promise<OpenedProvider> {
  const nothing = { executeTakeFirst: async () => undefined, execute: async () => [] }
  const query: unknown = new Proxy(nothing, { get: (target, name) => Object(target)[name] ?? (() => query) })
  const db = { schema: query, selectFrom: () => query } as never
  return embeddedOf(description, 'sample').open({ ...emptyKit, db }, {})
}

async function answerOf({ handlers }: OpenedProvider, operation: Operation): Promise<unknown> {
  const request = {
    method: operation.method,
    path: operation.path.replace(/\{[^{}]+\}/g, '1'),
    query: new URLSearchParams(),
    // examples of documents are often wrong, and are answered as they are
    headers: { prefer: 'dynamic=true, code=200' },
    baseUrl: '',
  }
  const status = operation.responses.find(({ status }) => /^2\d\d$/.test(status) && status !== '204')?.status ?? '200'
  const headers = { prefer: `dynamic=true, code=${status}` }
  const call: Call = { account: 'a', key: 'k', request: { ...request, headers }, signal: new AbortController().signal }
  const result = await handlers[operation.id]?.({} as never, call)
  return isReply(result) ? JSON.parse(JSON.stringify(result.body ?? null)) : result
}

/** Makes a pattern that is written without thought of Unicode, too. */
const regExp = Object.assign(
  (pattern: string, flags: string) => {
    try {
      return new RegExp(pattern, flags)
    } catch {
      return new RegExp(pattern)
    }
  },
  { code: 'new RegExp' },
)
