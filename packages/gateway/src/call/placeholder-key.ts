// Placeholder provider keys: the first start stores them so that the embedded providers answer. They are never sent to
// a provider.
import { reveal, Secret } from '../secret.ts'

const prefix = 'gatehouse-placeholder-'

export function placeholderFor(slug: string): Secret {
  return new Secret(`${prefix}${slug}`)
}

export function isPlaceholder(key: Secret): boolean {
  return reveal(key).startsWith(prefix)
}
