// gatehouse apis: lists the APIs that can be called, and their providers; below it, adds APIs and removes them.
import type { Command } from 'commander'
import { fetchDocument } from '../call/document.ts'
import { send } from '../request.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'
import { table } from '../table.ts'
import { addAddedApis } from './added-apis.ts'

type Listing = Awaited<ReturnType<ReturnType<Session['self']>['listListings']>>['listings'][number]
interface Offered {
  readonly slug: string
  readonly title: string
  readonly state: 'embedded and live' | 'embedded' | 'live' | 'none'
}
/** A listing for display; the last three members are known only with a gateway key. */
interface Shown extends Offered {
  readonly endpoints: number | null
  readonly answeredBy: 'embedded' | 'live' | null
  readonly providerKey: Listing['providerKey']
}

/** Adds the commands. */
export function addApis(program: Command, shell: Shell): void {
  const apis = program
    .command('apis')
    .description('list the APIs, or the endpoints of one')
    .argument('[slug]', 'listing whose endpoints are shown')
  shell.action(withConnection(apis), async (session, _options, [slug]) => {
    if (slug !== undefined) return printEndpoints(slug, session)
    const shown = await listingsOf(session)
    session.show({ apis: shown }, () => apiTable(shown, session))
  })
  addAddedApis(apis, shell)
}

/** Prints the endpoints of a listing. */
export async function printEndpoints(slug: string, session: Session): Promise<void> {
  const { title, operations } = await fetchDocument(session.target.url, slug)
  const endpoints = operations.map(({ id, method, path, summary }) => ({ id, method, path, summary }))
  session.show({ slug, title, endpoints }, () => {
    const columns = ['ENDPOINT', 'METHOD', 'PATH', 'WHAT IT DOES'].map((one) => ({ title: one }))
    return table(
      columns,
      endpoints.map(({ id, method, path, summary }) => [id, method, path, summary]),
      session,
    )
  })
}

async function listingsOf(session: Session): Promise<Shown[]> {
  const response = await send(`${session.target.url}/openapi`)
  const offered = readIndex(await response.json())
  const { listings } = session.target.key === undefined ? { listings: [] } : await session.self().listListings()
  const own = new Map(listings.map((one) => [one.slug, one]))
  return offered.map((one) => {
    const mine = own.get(one.slug)
    const { endpoints = null, provider: answeredBy = null, providerKey = null } = mine ?? {}
    return { ...one, endpoints, answeredBy, providerKey }
  })
}

function readIndex(value: unknown): Offered[] {
  const apis: unknown = typeof value === 'object' && value !== null && 'apis' in value ? value.apis : undefined
  return (Array.isArray(apis) ? apis : []).flatMap((one: Readonly<Record<string, unknown>>) => {
    const { slug, title, embedded, live } = one
    if (typeof slug !== 'string') return []
    const state = embedded ? (live ? 'embedded and live' : 'embedded') : live ? 'live' : 'none'
    return [{ slug, title: typeof title === 'string' ? title : slug, state }]
  })
}

function apiTable(apis: readonly Shown[], session: Session): string {
  const columns = [
    ...[
      { title: 'SLUG' },
      { title: 'TITLE' },
      { title: 'PROVIDERS' },
      { title: 'ANSWERED BY' },
      { title: 'PROVIDER KEY' },
    ],
    { title: 'ENDPOINTS', right: true },
  ]
  const rows = apis.map((one) => [
    ...[one.slug, one.title, one.state === 'none' ? '-' : one.state, one.answeredBy ?? '-', one.providerKey ?? '-'],
    one.endpoints === null ? '-' : String(one.endpoints),
  ])
  return table(columns, rows, session)
}
