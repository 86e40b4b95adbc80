// The property of a resource that a placeholder such as `petId`, `pet_id` or `petName` stands for.
import type { Schema } from '#define'
import { isJson } from '../reading/json.ts'

const plain = (name: string) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()

/** Returns the property; undefined if the resource does not have its id. */
export function idPropertyOf({ properties }: Schema, placeholder: string, collection: string): string | undefined {
  const names = isJson(properties) ? Object.keys(properties) : []
  const last = collection.split('/').pop() ?? ''
  const singular = last.replace(/ies$/, 'y').replace(/s$/, '')
  const kind = /(?:id|name|key|slug|code|uuid|number)$/.exec(plain(placeholder))?.[0] ?? ''
  const ids = [`${singular}id`, 'id', 'uuid']
  const isId = kind === 'id' || kind === 'uuid'
  const wanted = [placeholder, kind, `${singular}${kind}`, ...ids, ...(isId ? [] : ['key', 'name'])]
  for (const one of wanted) {
    const found = names.find((name) => one !== '' && plain(name) === plain(one))
    if (found !== undefined) return found
  }
  return undefined
}
