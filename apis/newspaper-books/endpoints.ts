// The six endpoints of the specification and two more. A placeholder inside a segment extends to its end (SOURCES 2.1).
import { get, int, list, str } from '#define'
import {
  AgeGroup,
  answer,
  BestSellerList,
  BookHistory,
  datedAnswer,
  ListEntry,
  ListName,
  Overview,
  Review,
} from './schemas.ts'

const format = str({ doc: 'json, or jsonp together with callback.', example: 'json' })
const callback = str({ beyond: true, doc: 'Name of the function around a jsonp answer.' })
const key = str({ credential: true, secret: true, doc: 'Only needed when no provider key is stored.' })
const keyBeyond = str({
  credential: true,
  secret: true,
  beyond: true,
  doc: 'Only needed when no provider key is stored.',
})

/** An ISBN-10 can end in X, so it is not always an integer. */
const isbnNumber = int({ also: '^[0-9Xx-]{10,17}$', doc: '10 or 13 digits.' })
const offset = int({ doc: 'First result of the page.' })
const sortOrder = str({ doc: 'ASC or DESC.' })
const sortBy = str({
  beyond: true,
  doc: 'bestsellers-date, date, isbn, list, list-name, published-date, rank, rank-last-week, title or weeks-on-list.',
})
const publishedDate = str({ doc: 'Day the list was published, YYYY-MM-DD.' })
const bestsellersDate = str({ doc: 'Last day of the sales week, YYYY-MM-DD; well before the publication.' })
const weeksOnList = int({ doc: 'Weeks the book has been on the list.' })
const rankLastWeek = int({ doc: 'Rank in the previous week; 0: not on the list.' })

/** The provider rejects invalid parameters in its own words. */
const invalid = 'provider'

export const endpoints = {
  bestSellerEntries: get('/lists.{format}', 'Entries of one best-seller list, as a flat list with filters', {
    params: {
      format,
      list: str({ doc: 'Encoded list name, such as hardcover-fiction, in any case.', example: 'hardcover-fiction' }),
      'weeks-on-list': weeksOnList,
      'bestsellers-date': bestsellersDate,
      date: str({ doc: 'The same as published-date.' }),
      isbn: str({ doc: '10 or 13 digits.' }),
      'published-date': publishedDate,
      rank: int({ doc: 'Rank on the list.' }),
      'rank-last-week': rankLastWeek,
      offset,
      'sort-order': sortOrder,
      'sort-by': sortBy,
      callback,
      'api-key': keyBeyond,
    },
    invalid,
    returns: datedAnswer(list(ListEntry)),
    pages: { parameter: 'offset', counts: 'results', items: ['results'] },
    doc: 'Without a date the newest list is returned. A page holds 20 entries. The provider requires a list.',
  }),
  bestSellerHistory: get(
    '/lists/best-sellers/history.json',
    'Books that have been on a list, with every rank they had',
    {
      params: {
        'age-group': str({ doc: 'Age group the book is for.' }),
        author: str({ doc: 'Any word of the name.' }),
        contributor: str({ doc: 'Author, illustrator or other contributor; any word of the name.' }),
        isbn: str({ doc: '10 or 13 digits; several are joined by semicolons.' }),
        price: str({ doc: 'List price with its decimals.' }),
        publisher: str({ doc: 'Publisher under its standard name.' }),
        title: str({ doc: 'Title or part of it.' }),
        offset: int({ beyond: true, doc: 'First result of the page.' }),
        'sort-by': str({ beyond: true, doc: 'Field to sort by; default title.' }),
        'sort-order': str({ beyond: true, doc: 'ASC or DESC.' }),
        'api-key': keyBeyond,
      },
      invalid,
      returns: answer(list(BookHistory)),
      pages: { parameter: 'offset', counts: 'results', items: ['results'] },
      doc: 'Without a filter all books are returned in the order of their titles. A page holds 20 books.',
    },
  ),
  listNames: get('/lists/names.{format}', 'Names of the lists and the dates they cover', {
    params: { format, 'api-key': key, callback },
    invalid,
    returns: answer(list(ListName)),
  }),
  bestSellerOverview: get('/lists/overview.{format}', 'Top five of every list of one publication date', {
    params: {
      format,
      published_date: str({ doc: 'YYYY-MM-DD; selects the first publication on or after it. Default: the newest.' }),
      'api-key': key,
      callback,
    },
    invalid,
    returns: answer(Overview),
    doc: 'num_results counts the books of all lists.',
  }),
  fullOverview: get('/lists/full-overview.{format}', 'All books of every list of one publication date', {
    params: {
      format,
      published_date: str({ doc: 'YYYY-MM-DD; selects the first publication on or after it. Default: the newest.' }),
      'api-key': keyBeyond,
      callback,
    },
    beyond: true,
    invalid,
    returns: answer(Overview),
    doc: 'num_results counts the books of all lists.',
  }),
  ageGroups: get('/lists/age-groups.{format}', 'Age groups of the books that have been on a list', {
    params: { format, 'api-key': keyBeyond, callback },
    beyond: true,
    invalid,
    returns: answer(list(AgeGroup)),
  }),
  bestSellerList: get('/lists/{date}/{list}.json', 'One best-seller list of one publication date', {
    params: {
      date: str({ doc: 'YYYY-MM-DD, or current for the newest list.', example: 'current' }),
      list: str({ doc: 'Encoded list name.', example: 'hardcover-fiction' }),
      isbn: isbnNumber,
      'list-name': str({ doc: 'Encoded list name.' }),
      'published-date': publishedDate,
      'bestsellers-date': bestsellersDate,
      'weeks-on-list': weeksOnList,
      rank: str({ doc: 'Rank on the list.' }),
      'rank-last-week': rankLastWeek,
      offset,
      'sort-order': sortOrder,
      'sort-by': sortBy,
      'api-key': keyBeyond,
    },
    invalid,
    returns: datedAnswer(BestSellerList),
    doc: 'A page holds 20 books; num_results counts all of the list.',
  }),
  reviews: get('/reviews.{format}', 'Reviews of a book, or of the books of an author', {
    params: {
      format,
      isbn: isbnNumber,
      title: str({ doc: 'Full title.' }),
      author: str({ doc: 'First and last name.' }),
      'api-key': key,
      callback,
    },
    invalid,
    returns: answer(list(Review)),
    doc: 'Use one of isbn, title and author. No match returns an empty list.',
  }),
}
