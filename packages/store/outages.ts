// Rows of outages: listings whose circuit a process has opened, and until when. Each process writes its own.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export interface OutageRow {
  readonly processId: string
  readonly listing: string
  readonly since: number
  /** Null while the circuit is not closed. */
  readonly endedAt: number | null
}

/** Far above processes times listings that are down at a time. */
const maxOutages = 10_000

/** Writes that a circuit of a process has opened. */
export async function beginOutage(db: Kysely<Tables>, { processId, listing, since }: Omit<OutageRow, 'endedAt'>) {
  await db
    .insertInto('outages')
    .values({ process_id: processId, listing, since, ended_at: null })
    .onConflict((conflict) => conflict.columns(['process_id', 'listing']).doUpdateSet({ since, ended_at: null }))
    .execute()
}

/** Writes that a circuit of a process has closed. */
export async function endOutage(
  db: Kysely<Tables>,
  { processId, listing, at }: { readonly processId: string; readonly listing: string; readonly at: number },
): Promise<void> {
  await db
    .updateTable('outages')
    .set({ ended_at: at })
    .where('process_id', '=', processId)
    .where('listing', '=', listing)
    .execute()
}

/** Lists the outages of processes that are registered, and deletes those of all others. */
export async function listOutages(db: Kysely<Tables>): Promise<OutageRow[]> {
  const rows = await db
    .selectFrom('outages')
    .leftJoin('processes', 'processes.id', 'outages.process_id')
    .select(['process_id as processId', 'listing', 'since', 'ended_at as endedAt', 'processes.id as registered'])
    .orderBy('listing')
    .limit(maxOutages)
    .execute()
  const gone = rows.filter(({ registered }) => registered === null)
  for (const { processId, listing } of gone)
    await db.deleteFrom('outages').where('process_id', '=', processId).where('listing', '=', listing).execute()
  return rows.flatMap(({ registered, ...row }) => (registered === null ? [] : [row]))
}

/** Deletes the ended outages of a listing. */
export async function forgetOutages(db: Kysely<Tables>, listing: string): Promise<void> {
  await db.deleteFrom('outages').where('listing', '=', listing).where('ended_at', 'is not', null).execute()
}
