// embeddedOf: an offline provider for a description. An answer is an example of the document, a resource that the
// account has made, or a value made from the schema; never the provider's own.
import type { Call, Reply } from '#define'
import { reply } from '#define'
import type { OpenedProvider, Provider } from '#define/reflect'
import { wholesOf } from '../checking/whole-schema.ts'
import { successOf } from '../declaring/endpoints.ts'
import type { Description, Operation } from '../description.ts'
import type { Json } from '../reading/json.ts'
import {
  type AnswerContext,
  answerContextOf,
  answerHeaders,
  declaredAnswer,
  isBodiless,
  preferencesIn,
  responseFor,
} from './answers.ts'
import { resourceOperationsOf } from './collections.ts'
import { resourceAnswer } from './resources.ts'
import { createTable, type ResourceDb } from './stored-resources.ts'

/** Creates the embedded provider of a listing. */
export function embeddedOf(description: Description, slug: string): Provider {
  return {
    migrations: {},
    importFormats: undefined,
    jobs: {},
    spends: false,
    operator: undefined,
    runs: 'inline',
    deadlineMs: 30_000,
    callsAtOnce: 4,
    tasks: undefined,
    checkScripts: undefined,
    seed: () => Promise.resolve(),
    open: async (kit): Promise<OpenedProvider> => {
      // the store makes the table; without one, as in tests, it is made here
      const db = kit.db as ResourceDb
      await createTable(db)
      const resources = await resourceOperationsOf(description)
      const { schemas } = description
      const wholeOf = wholesOf(schemas)
      const handlers = description.operations.map((operation) => {
        const resource = resources.get(operation.id)
        const handler = async (input: Json, call: Call): Promise<Reply<unknown>> => {
          const context = answerContextOf(schemas, wholeOf, seedOf(operation, call))
          const preferences = preferencesIn(call.request.headers.prefer)
          const isChosen = preferences.code !== undefined || preferences.example !== undefined
          const kept =
            resource && !isChosen
              ? await resourceAnswer({ operation, resource, input, call, slug, db, random: kit.random, context })
              : undefined
          return kept ?? plainAnswer(operation, { ...context, preferences })
        }
        return [operation.id, handler] as const
      })
      return { handlers: Object.fromEntries(handlers) }
    },
  }
}

/** The same call has the same answer, whoever makes it. */
function seedOf({ id }: Operation, { request }: Call): string {
  return `${id} ${request.path} ${request.query.toString()}`
}

type PlainContext = AnswerContext & { readonly preferences: ReturnType<typeof preferencesIn> }

function plainAnswer(operation: Operation, context: PlainContext): Reply<unknown> {
  const { code } = context.preferences
  const success = successOf(operation)
  const wanted = code !== undefined && /^[1-5]\d\d$/.test(code) ? code : undefined
  if (wanted === undefined || Number(wanted) < 200) {
    if (!success) return reply<unknown>(undefined, { status: 200, headers: answerHeaders('schema') })
    return declaredAnswer({ status: '', doc: '', types: success.types }, success.code, context)
  }
  const response = responseFor(operation, wanted)
  const status = Number(wanted)
  return response
    ? declaredAnswer(response, status, context)
    : reply<unknown>(isBodiless(status) ? undefined : { message: `The description has no response ${wanted}.` }, {
        status,
        headers: answerHeaders('schema'),
      })
}
