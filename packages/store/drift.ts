// Rows of drift: how many answers of an endpoint were compared with its declaration, and where they differ. Paths,
// types and counts; no row has a value of an answer.
import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

export interface DriftFindingRow {
  readonly kind: string
  readonly pointer: string
  readonly seen: string
  readonly declared: string
  readonly severity: string
  /** Answers with this difference. */
  readonly count: number
  readonly firstAt: number
  readonly lastAt: number
}
export interface DriftEndpointRow {
  readonly listing: string
  readonly endpoint: string
  /** Answers that were compared. */
  readonly compared: number
  /** Number of compared answers that were too large to be compared as a whole. */
  readonly cut: number
  readonly firstAt: number
  readonly lastAt: number
  readonly findings: readonly DriftFindingRow[]
}
export interface DriftFilter {
  readonly listing?: string | undefined
  /** Severities to which findings, and endpoints with one, are limited. */
  readonly severities?: readonly string[] | undefined
  /** The endpoint after which the page begins. */
  readonly after?: Pick<DriftEndpointRow, 'listing' | 'endpoint'> | undefined
  readonly limit: number
}

/** The limit of findings that are kept of an endpoint; further ones are dropped. */
export const maxDriftFindings = 200
const mostPerPage = 100

/** Adds what was compared of an endpoint to what is known of it. */
export async function addDrift(db: Kysely<Tables>, drift: DriftEndpointRow): Promise<void> {
  const { listing, endpoint, compared, cut, firstAt, lastAt } = drift
  await db
    .insertInto('drift_endpoints')
    .values({ listing, endpoint, compared, cut, first_at: firstAt, last_at: lastAt })
    .onConflict((conflict) =>
      conflict.columns(['listing', 'endpoint']).doUpdateSet({
        compared: sql`drift_endpoints.compared + excluded.compared`,
        cut: sql`drift_endpoints.cut + excluded.cut`,
        last_at: sql`case when excluded.last_at > drift_endpoints.last_at then excluded.last_at else drift_endpoints.last_at end`,
      }),
    )
    .execute()
  const known = await findingsOf(db, [drift])
  const keys = new Set(known.map(keyOf))
  let room = maxDriftFindings - known.length
  for (const finding of drift.findings) {
    if (!keys.has(keyOf(finding)) && room-- <= 0) continue
    await addFinding(db, { ...finding, listing, endpoint })
  }
}

async function addFinding(
  db: Kysely<Tables>,
  { firstAt, lastAt, ...finding }: DriftFindingRow & Pick<DriftEndpointRow, 'listing' | 'endpoint'>,
): Promise<void> {
  await db
    .insertInto('drift_findings')
    .values({ ...finding, first_at: firstAt, last_at: lastAt })
    .onConflict((conflict) =>
      conflict.columns(['listing', 'endpoint', 'kind', 'pointer', 'seen']).doUpdateSet({
        declared: finding.declared,
        severity: finding.severity,
        count: sql`drift_findings.count + excluded.count`,
        last_at: sql`case when excluded.last_at > drift_findings.last_at then excluded.last_at else drift_findings.last_at end`,
      }),
    )
    .execute()
}

/** Returns the identity of a finding within its endpoint. */
const keyOf = ({ kind, pointer, seen }: Pick<DriftFindingRow, 'kind' | 'pointer' | 'seen'>): string =>
  JSON.stringify([kind, pointer, seen])

/** Lists endpoints with their findings, in order of listing and endpoint. */
export async function listDrift(
  db: Kysely<Tables>,
  { listing, severities, after, limit }: DriftFilter,
): Promise<DriftEndpointRow[]> {
  let query = db.selectFrom('drift_endpoints')
  if (listing !== undefined) query = query.where('listing', '=', listing)
  if (severities !== undefined)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('drift_findings')
          .select('kind')
          .whereRef('drift_findings.listing', '=', 'drift_endpoints.listing')
          .whereRef('drift_findings.endpoint', '=', 'drift_endpoints.endpoint')
          .where('severity', 'in', [...severities]),
      ),
    )
  if (after !== undefined)
    query = query.where(({ and, eb, or }) =>
      or([
        eb('listing', '>', after.listing),
        and([eb('listing', '=', after.listing), eb('endpoint', '>', after.endpoint)]),
      ]),
    )
  const endpoints = await query
    .select(['listing', 'endpoint', 'compared', 'cut', 'first_at as firstAt', 'last_at as lastAt'])
    .orderBy('listing')
    .orderBy('endpoint')
    .limit(Math.min(limit, mostPerPage))
    .execute()
  if (endpoints.length === 0) return []
  const byEndpoint = Map.groupBy(await findingsOf(db, endpoints), (one) => `${one.listing}/${one.endpoint}`)
  return endpoints.map((one) => ({
    ...one,
    findings: (byEndpoint.get(`${one.listing}/${one.endpoint}`) ?? [])
      .filter(({ severity }) => severities?.includes(severity) ?? true)
      .map(({ listing: _, endpoint: __, ...finding }) => finding),
  }))
}

/** Returns the findings of some endpoints. */
async function findingsOf(db: Kysely<Tables>, endpoints: readonly Pick<DriftEndpointRow, 'listing' | 'endpoint'>[]) {
  return db
    .selectFrom('drift_findings')
    .where(({ and, eb, or }) =>
      or(endpoints.map(({ listing, endpoint }) => and([eb('listing', '=', listing), eb('endpoint', '=', endpoint)]))),
    )
    .select(['listing', 'endpoint', 'kind', 'pointer', 'seen', 'declared', 'severity', 'count'])
    .select(['first_at as firstAt', 'last_at as lastAt'])
    .orderBy('pointer')
    .orderBy('kind')
    .execute()
}

/** Deletes what is known of a listing; true if there was anything. */
export async function removeDrift(db: Kysely<Tables>, listing: string): Promise<boolean> {
  await db.deleteFrom('drift_findings').where('listing', '=', listing).execute()
  const { numDeletedRows } = await db.deleteFrom('drift_endpoints').where('listing', '=', listing).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes findings and endpoints that were last seen before a time. */
export async function pruneDrift(db: Kysely<Tables>, before: number): Promise<void> {
  await db.deleteFrom('drift_findings').where('last_at', '<', before).execute()
  await db.deleteFrom('drift_endpoints').where('last_at', '<', before).execute()
}
