// The endpoints of the provider (SOURCES 1). An invalid number is accepted: the provider falls back to its default.
import { bool, get, int, list, nullable, obj, type Pages, type Shape, str } from '#define'

const fact = obj({ fact: str(), length: int({ doc: 'Length of the fact, in characters.' }) })
const breed = obj({
  breed: str(),
  country: str(),
  origin: str({ doc: 'Such as Natural, Mutation or Crossbreed; may be empty.' }),
  coat: str(),
  pattern: str(),
})

const address = str({ doc: 'Address of a page; the limit is not repeated in it.' })
const paged = <S extends Shape<unknown>>(item: S) =>
  obj({
    current_page: int(),
    data: list(item),
    first_page_url: address,
    from: nullable(int(), { doc: 'Number of the first record of the page; null when the page is empty.' }),
    last_page: int(),
    last_page_url: address,
    links: list(obj({ url: nullable(str()), label: str(), active: bool() }), {
      doc: 'The previous page, a window of page numbers with gaps, and the next page.',
    }),
    next_page_url: nullable(address),
    path: str(),
    per_page: int(),
    prev_page_url: nullable(address),
    to: nullable(int()),
    total: int(),
  })

/** The client's result is the member `data`, which is the list. */
const pages: Pages = { parameter: 'page', counts: 'pages' }
const page = int({ beyond: true, doc: 'Page, from 1.' })
const max_length = int({ beyond: true, doc: 'Maximum length of a fact, in characters.', example: 80 })

export const endpoints = {
  fact: get('/fact', 'One random fact', {
    params: { max_length },
    returns: fact,
    doc: 'When no fact is that short, the answer is a 404.',
    invalid: 'provider',
  }),
  facts: get('/facts', 'All facts in a fixed order, by page', {
    params: { limit: int({ doc: 'Facts per page; 10 by default.' }), max_length, page },
    returns: paged(fact),
    pages,
    invalid: 'provider',
  }),
  breeds: get('/breeds', 'Breeds in a fixed order, by page', {
    params: { limit: int({ doc: 'Breeds per page.' }), page },
    returns: paged(breed),
    pages,
    invalid: 'provider',
  }),
}
