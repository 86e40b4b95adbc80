// Result shapes of the lists, the history and the reviews. Dates are strings YYYY-MM-DD; missing strings are ''.
import type { FailureInfo, FailureMembers } from '#define'
import { anyOf, int, list, type Members, nullable, num, obj, oneOf, opt, type Shape, str } from '#define'

/** Wraps the results in the common envelope. */
export function answer<S extends Shape<unknown>>(results: S) {
  return obj({
    status: str({ doc: 'OK, or ERROR in error answers.' }),
    copyright: str(),
    num_results: int({ doc: 'Total number of results, not the number on this page.' }),
    results,
  })
}

/** Wraps the results of the two list endpoints, whose envelope includes the last change of the list. */
export function datedAnswer<S extends Shape<unknown>>(results: S) {
  return obj({
    status: str(),
    copyright: str(),
    num_results: int(),
    last_modified: str({ doc: 'Time with a zone offset.' }),
    results,
  })
}

const price = anyOf([str(), num()], { doc: 'A string such as 0.00; a number in older answers.' })
const flag = int({ min: 0, max: 1 })
const updated = oneOf(['WEEKLY', 'MONTHLY'])

const Isbn = obj({ isbn10: str(), isbn13: str() })

/** Addresses of the newspaper's own articles about a book. */
const reviewLinks = {
  book_review_link: str(),
  first_chapter_link: str(),
  sunday_review_link: str(),
  article_chapter_link: str(),
} satisfies Members

const bookTexts = {
  title: str({ doc: 'Upper case.' }),
  description: str(),
  contributor: str({ doc: 'Such as: by A. Writer.' }),
  author: str(),
  contributor_note: str(),
  price,
  age_group: str(),
  publisher: str(),
} satisfies Members
const primaryIsbns = { primary_isbn10: str(), primary_isbn13: str() } satisfies Members

const standing = {
  rank: int({ min: 1 }),
  rank_last_week: int({ min: 0, doc: '0: not on the list.' }),
  weeks_on_list: int({ min: 0 }),
} satisfies Members
const marks = {
  asterisk: { ...flag, description: '1: sales barely differ from the rank above.' },
  dagger: { ...flag, description: '1: some sellers reported bulk orders.' },
} satisfies Members

const artwork = {
  book_image: nullable(str()),
  book_image_width: nullable(int()),
  book_image_height: nullable(int()),
} satisfies Members
const shopping = {
  amazon_product_url: nullable(str()),
  buy_links: opt(list(obj({ name: str(), url: str() }))),
  book_uri: opt(str()),
} satisfies Members

/** One entry of /lists, flat: each repeats the names of its list. */
export const ListEntry = obj({
  list_name: str(),
  display_name: str(),
  bestsellers_date: str({ doc: 'Last day of the sales week.' }),
  published_date: str(),
  ...standing,
  ...marks,
  amazon_product_url: str(),
  isbns: list(Isbn),
  book_details: list(obj({ ...bookTexts, ...primaryIsbns })),
  reviews: list(obj(reviewLinks)),
})

const ListBook = obj({
  ...standing,
  ...marks,
  ...primaryIsbns,
  ...bookTexts,
  ...artwork,
  ...reviewLinks,
  ...shopping,
  isbns: list(Isbn),
})

/** One list of one publication date. */
export const BestSellerList = obj({
  list_name: str(),
  list_name_encoded: opt(str()),
  bestsellers_date: str(),
  published_date: str(),
  published_date_description: opt(str({ doc: 'latest for the newest list.' })),
  next_published_date: opt(str()),
  previous_published_date: opt(str()),
  display_name: str(),
  normal_list_ends_at: int({ doc: 'Ranks above it are extended ranks.' }),
  updated,
  books: list(ListBook),
  corrections: list(obj({})),
})

const OverviewBook = obj({
  ...bookTexts,
  book_review_link: opt(str()),
  first_chapter_link: opt(str()),
  sunday_review_link: opt(str()),
  article_chapter_link: opt(str()),
  ...primaryIsbns,
  rank: int({ min: 1 }),
  rank_last_week: opt(int({ min: 0 })),
  weeks_on_list: opt(int({ min: 0 })),
  book_image: opt(nullable(str())),
  book_image_width: opt(nullable(int())),
  book_image_height: opt(nullable(int())),
  amazon_product_url: opt(nullable(str())),
  buy_links: opt(list(obj({ name: str(), url: str() }))),
  book_uri: opt(str()),
  created_date: str({ doc: 'String YYYY-MM-DD HH:MM:SS.' }),
  updated_date: str({ doc: 'String YYYY-MM-DD HH:MM:SS.' }),
})

/** The top five of every list of one publication date. */
export const Overview = obj({
  bestsellers_date: str(),
  published_date: str(),
  published_date_description: opt(str()),
  previous_published_date: opt(str()),
  next_published_date: opt(str()),
  lists: list(
    obj({
      list_id: int(),
      list_name: str(),
      list_name_encoded: opt(str()),
      display_name: str(),
      updated,
      list_image: nullable(str()),
      list_image_width: opt(nullable(int())),
      list_image_height: opt(nullable(int())),
      books: list(OverviewBook),
    }),
  ),
})

export const ListName = obj({
  list_name: str(),
  display_name: str(),
  list_name_encoded: str({ doc: 'The name that the list endpoints take.' }),
  oldest_published_date: str(),
  newest_published_date: str(),
  updated,
})

export const AgeGroup = obj({ age_group: str({ doc: 'Such as: Ages 8 to 12.' }) })

/** A book with every list it has been on, newest first. Strings of old rows can be null. */
export const BookHistory = obj({
  title: str(),
  description: nullable(str()),
  contributor: nullable(str()),
  author: nullable(str()),
  contributor_note: nullable(str()),
  price,
  age_group: nullable(str()),
  publisher: nullable(str()),
  isbns: list(Isbn),
  ranks_history: list(
    obj({
      ...primaryIsbns,
      rank: int(),
      list_name: str(),
      display_name: str(),
      published_date: str(),
      bestsellers_date: str(),
      weeks_on_list: int(),
      rank_last_week: opt(int()),
      ranks_last_week: opt(nullable(int())),
      ...marks,
    }),
  ),
  reviews: list(obj(reviewLinks)),
})

export const Review = obj({
  url: str(),
  publication_dt: str(),
  byline: str(),
  book_title: str(),
  book_author: str(),
  summary: str(),
  uuid: opt(str()),
  uri: opt(str()),
  isbn13: list(str()),
})

const keyFaults: Readonly<Record<number, readonly [faultstring: string, errorcode: string]>> = {
  401: ['Invalid ApiKey', 'oauth.v2.InvalidApiKey'],
  429: ['Rate limit quota violation. Quota limit  exceeded.', 'policies.ratelimit.QuotaViolation'],
}
const reasons: Readonly<Record<number, string>> = { 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found' }

/**
 * Returns the members that clients of the provider read in an error of the gateway: a fault of the key layer, or a list
 * of errors.
 */
export function failureMembers({ status }: FailureInfo): FailureMembers {
  const fault = keyFaults[status]
  if (fault) return { fault: { faultstring: fault[0], detail: { errorcode: fault[1] } } }
  const reason = reasons[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error')
  return { status: 'ERROR', errors: [reason], results: [] }
}
