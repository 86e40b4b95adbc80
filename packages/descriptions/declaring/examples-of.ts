// examplesOf: one example call for each operation, from the document's own examples, defaults and choices.
import type { Examples, Schema } from '#define'
import type { Example } from '#define/reflect'
import { resolved } from '../checking/resolve.ts'
import type { DescribedParameter, Description, Operation } from '../description.ts'
import { isJsonType, kindOf, successOf } from './endpoints.ts'

/** Returns the examples by operation id. An operation whose body or parameters cannot be shown has none. */
export function examplesOf(description: Description): Examples {
  const { operations, schemas } = description
  const entries = operations.flatMap((operation) => {
    const example = exampleOf(operation, schemas)
    return example ? [[operation.id, example] as const] : []
  })
  return Object.fromEntries(entries)
}

function exampleOf(operation: Operation, schemas: Description['schemas']): Example | undefined {
  const params = operation.parameters.flatMap((parameter) => {
    const value = shownValue(parameter, schemas)
    return value === undefined ? [] : [[parameter.name, value] as const]
  })
  const shown = operation.body?.types.find(({ examples }) => examples.length > 0)
  const body = shown && kindOf(shown.type) !== 'binary' ? shown.examples[0]?.value : undefined
  if (operation.body?.required && body === undefined) return undefined
  const output = successOf(operation)?.types.find(({ type }) => isJsonType(type))?.examples[0]?.value
  return {
    ...(params.length > 0 ? { params: Object.fromEntries(params) } : {}),
    ...(body === undefined ? {} : { body }),
    ...(output === undefined ? {} : { output }),
  }
}

/** Returns a value for a parameter that a call needs; others appear only if the document has an example of them. */
function shownValue(parameter: DescribedParameter, schemas: Description['schemas']): unknown {
  const schema = resolved(parameter.schema, schemas)
  const shown = parameter.examples[0]?.value ?? listed(schema.examples)
  if (shown !== undefined || !parameter.required) return shown
  return schema.default ?? listed(schema.enum) ?? byKind(schema, parameter.name)
}

function listed(values: unknown): unknown {
  return Array.isArray(values) ? values[0] : undefined
}

function byKind({ type, minimum }: Schema, name: string): unknown {
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'integer' || kind === 'number') return typeof minimum === 'number' ? minimum : 1
  if (kind === 'boolean') return true
  if (kind === 'array') return [name]
  return kind === 'object' ? {} : name
}
