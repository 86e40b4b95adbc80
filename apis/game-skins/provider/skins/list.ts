// Pages of public skins, newest first: by number, or after the last skin of the previous page (SOURCES 2.4).
import { type Call, refuse, reply } from '#define'
import { plainUuid } from '../uuid.ts'
import { countPublic, type Kit, type ListQuery, publicSkins, publicSkinsAfter, skinByUuid } from './store.ts'
import { listedView, sampleHeadersOf } from './view.ts'

const standardSize = 16
const maxSizeByNumber = 64
const maxSizeByAnchor = 512
const maxFilterLength = 32
const numberIsDeprecated = 'Use /get/list/start and the uuid of the last skin instead.'

export async function listByNumber(kit: Kit, text: string, call: Call) {
  const index = Math.max(1, Number.parseInt(text, 10))
  const size = sizeIn(call, maxSizeByNumber)
  const { query, filter } = queryOf(call)
  const total = await countPublic(kit.db, query)
  // a page beyond the last is empty, and the database need not count that far
  const offset = Math.min((index - 1) * size, total)
  const rows = await publicSkins(kit.db, query, { offset, limit: size })
  const body = {
    _deprecated: numberIsDeprecated,
    skins: rows.map((row) => listedView(row, call.request.baseUrl)),
    page: { index: Math.min(index, Number.MAX_SAFE_INTEGER), amount: Math.round(total / size), total },
    ...filter,
  }
  return reply(body, { headers: sampleHeadersOf(rows) })
}

/** Lists the skins after `anchor`; `start` begins with the newest. */
export async function listByAnchor(kit: Kit, anchor: string, call: Call) {
  const { query, filter } = queryOf(call)
  const page = { anchor }
  const after = anchor === 'start' ? undefined : await skinByUuid(kit.db, call.account, plainUuid(anchor))
  if (anchor !== 'start' && !after) throw refuse(404, { msg: 'anchor not found', skins: [], page, ...filter })
  const rows = await publicSkinsAfter(kit.db, query, { after, limit: sizeIn(call, maxSizeByAnchor) })
  const skins = rows.map((row) => ({ ...listedView(row, call.request.baseUrl), variant: row.variant }))
  const seconds = anchor === 'start' ? 120 : 3600
  const headers = { 'cache-control': `public, max-age=${seconds}`, ...sampleHeadersOf(rows) }
  return reply({ skins, page, ...filter }, { headers })
}

function sizeIn({ request }: Call, max: number): number {
  const size = Number.parseInt(request.query.get('size') ?? '', 10)
  return size >= 1 ? Math.min(size, max) : standardSize
}

function queryOf({ account, request }: Call): { query: ListQuery; filter: { filter?: string } } {
  const filter = request.query.get('filter') ?? undefined
  const words = (filter ?? '')
    .slice(0, maxFilterLength)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return { query: { account, words }, filter: filter === undefined ? {} : { filter } }
}
