// Placeholder provider keys, stored on first start so that the embedded providers answer. They are never sent to a
// provider.
import { reveal, Secret } from '../process/secret.ts'

const prefix = 'gatehouse-placeholder-'

export function placeholderFor(slug: string): Secret {
  return new Secret(`${prefix}${slug}`)
}

export function isPlaceholder(key: Secret): boolean {
  return reveal(key).startsWith(prefix)
}
