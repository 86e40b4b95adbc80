// Reads the results of an endpoint page by page.
import { isRecord, memberOf } from './answer.ts'
import { InvalidRequestError, NotFoundError } from './gateway-error.ts'
import type { Call } from './request.ts'

/** One result of a list; providers may reduce a list of one to its only element. */
export type ItemOf<List> = List extends readonly (infer Item)[] ? Item : NonNullable<List>

type Ask = (input: object) => Promise<unknown>

/**
 * Returns the pages from the one in the input onwards. They end with a page without results, or when the provider
 * refuses a page after the last.
 */
export async function* pagesOf(call: Call, input: object = {}, ask: Ask): AsyncGenerator<unknown> {
  for await (const { page } of readPages(call, input, ask)) yield page
}

/** Returns the results on those pages, one by one. */
export async function* itemsOf(call: Call, input: object = {}, ask: Ask): AsyncGenerator<unknown> {
  for await (const { items } of readPages(call, input, ask)) yield* items
}

async function* readPages({ pages, path }: Call, input: object, ask: Ask) {
  if (!pages) throw new TypeError(`${path} has no pages`)
  const { parameter, counts, first, items: place } = pages
  const given = memberOf(input, parameter)
  const from = typeof given === 'number' ? given : first
  for (let at = from; ; ) {
    const page = await ask({ ...input, [parameter]: at }).catch((error: unknown) => {
      if (at !== from && (error instanceof NotFoundError || error instanceof InvalidRequestError)) return undefined
      throw error
    })
    const items = listAt(page, place)
    if (items.length === 0) return
    yield { page, items }
    at += counts === 'pages' ? 1 : items.length
  }
}

function listAt(page: unknown, place: readonly string[]): readonly unknown[] {
  let list = page
  for (const name of place) list = isRecord(list) ? list[name] : undefined
  if (list === undefined || list === null) return []
  return Array.isArray(list) ? list : [list]
}
