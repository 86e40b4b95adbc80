// Keeps the sample data of embedded providers out of responses, on a gateway that serves none.
import { fail } from '#define'
import { effectOf } from '#define/reflect'
import type { RoutedCall } from '../call/call.ts'
import type { EmbeddedReply } from './write-reply.ts'

/**
 * Refuses a reply that a provider marked as made from sample data, with `provider.sample_only` (docs/decisions/0007).
 * The absence of something in sample data is not an answer either. The reply to a change passes with its mark: the
 * change has happened, and a refusal would have it made twice.
 */
export function refuseSample({ listing, route }: RoutedCall, { headers, body }: EmbeddedReply): void {
  if (headers['x-gateway-sample'] !== 'true') return
  const effect = effectOf(route.endpoint)
  if (effect === 'write' || effect === 'destroy') return
  if (isStream(body)) void body.return(undefined)
  const remedy = listing.provider?.importFormats
    ? `import real data (npx gatehouse import ${listing.api.slug} <file>)`
    : 'start it with GATEHOUSE_SAMPLE=true'
  throw fail('provider.sample_only', { api: listing.title, remedy })
}

function isStream(body: unknown): body is AsyncGenerator<unknown> {
  return typeof body === 'object' && body !== null && 'return' in body && typeof body.return === 'function'
}
