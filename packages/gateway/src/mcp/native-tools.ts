// The operations of one API as separate tools, for clients that search themselves and for agents of one API.
import { mcpToolsOf } from '#derive'
import type { Operation } from './operations.ts'
import { type RunDeps, runRead, runWrite } from './run-operation.ts'
import { shortened } from './shortened.ts'
import type { Annotations, Tool } from './tool.ts'
import { readChars } from './tools.ts'
import type { JsonObject } from './values.ts'

/** Creates the tools in the order of the declaration. */
export function createNativeTools(operations: readonly Operation[], deps: RunDeps): Tool[] {
  const [first] = operations
  if (!first) return []
  const declared = new Map(mcpToolsOf(first.listing.api).map((tool) => [tool.id, tool]))
  return operations.flatMap((operation): Tool[] => {
    const tool = declared.get(operation.id)
    // an alias repeats another operation at a further address and would only cost tokens
    if (!tool || operation.endpoint.alias !== undefined) return []
    const { effect } = operation
    const isRead = effect === 'read'
    const asksFirst = effect === 'destroy' || effect === 'spend'
    let inputSchema: JsonObject | undefined
    return [
      {
        name: tool.name,
        description: withoutTitle(tool.description, first.listing.api.title),
        get inputSchema() {
          const schema = () => shortened(tool.inputSchema)
          inputSchema ??= asksFirst ? withConfirmation(schema()) : schema()
          return inputSchema
        },
        annotations: annotationsOf(operation),
        run(given, call) {
          const { confirmation, ...args } = renamed(given, tool.wireNames)
          const options = {
            maxChars: readChars({}),
            confirmation: asksFirst && typeof confirmation === 'string' ? confirmation : undefined,
          }
          const own = asksFirst ? args : { ...args, ...(confirmation === undefined ? {} : { confirmation }) }
          const run = { operation, args: own, options, call, deps }
          return isRead ? runRead(run) : runWrite(run)
        },
      },
    ]
  })
}

/** Returns only what differs from the protocol's defaults: every token of a list costs money. */
function annotationsOf({ effect, endpoint }: Operation): Annotations {
  if (effect === 'read') return { readOnlyHint: true }
  return {
    readOnlyHint: false,
    ...(effect === 'write' ? { destructiveHint: false } : {}),
    ...((endpoint.idempotent ?? endpoint.method === 'PUT') ? { idempotentHint: true } : {}),
  }
}

/** Removes the API's title, which all tools of the list share. */
function withoutTitle(description: string, title: string): string {
  return description.startsWith(`${title}: `) ? description.slice(title.length + 2) : description
}

function withConfirmation(schema: JsonObject): JsonObject {
  const properties = typeof schema.properties === 'object' ? schema.properties : {}
  return { ...schema, properties: { ...properties, confirmation: { type: 'string' } } }
}

function renamed(given: JsonObject, wireNames: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [Object.hasOwn(wireNames, name) ? wireNames[name] : name, value]),
  )
}
