// The paging of lists by id.

interface Page {
  readonly limit: number
  readonly after?: string | undefined
}

/** Returns the cursor of the next page; empty on the last page. */
export function nextOf(rows: readonly { readonly id: string }[], { limit }: Page): { next?: string } {
  const last = rows.at(-1)
  return last && rows.length === limit ? { next: last.id } : {}
}
