// The three endpoints, with the provider's further parameters. The provider itself rejects invalid values (422 with the
// details of each).
import { bool, get, int, list, req, str } from '#define'
import { authorSearch, subject, workSearch } from './schemas.ts'

const page = int({ beyond: true, doc: 'Page, from 1.' })
const offset = int({ beyond: true, doc: 'Results to skip; overrides page.' })
const fields = str({ beyond: true, doc: 'Fields to return, comma-separated; * for all.', example: 'key,title,isbn' })
const filter = (doc: string) => list(str(), { repeat: true, beyond: true, doc })

/** Search words that must all match, each in its own field. */
const fieldWords = {
  title: str({ beyond: true, doc: 'Words in the title.' }),
  author: str({ beyond: true, doc: 'Words in the name of an author.' }),
  subject: str({ beyond: true, doc: 'A subject.' }),
  place: str({ beyond: true, doc: 'A place the book is about.' }),
  person: str({ beyond: true, doc: 'A person the book is about.' }),
  time: str({ beyond: true, doc: 'A time the book is about.' }),
  publisher: str({ beyond: true, doc: 'Words in the name of a publisher.' }),
  isbn: str({ beyond: true, doc: 'ISBN of an edition, with or without hyphens.' }),
  oclc: str({ beyond: true, doc: 'OCLC number of an edition.' }),
  lccn: str({ beyond: true, doc: 'Library of Congress number of an edition.' }),
  contributor: str({ beyond: true, doc: 'Name of a contributor.' }),
}

const filters = {
  author_key: filter('Keys of authors.'),
  has_fulltext: filter('true or false: whether it can be read or borrowed online.'),
  public_scan: filter('true or false: whether the scan is open to everybody.'),
  public_scan_b: filter('Same as public_scan.'),
  print_disabled: filter('true or false: whether there is an edition for the print-disabled.'),
  language: filter('Languages, three letters each; any of them.'),
  first_publish_year: filter('Years of the first edition.'),
  author_facet: filter('Same as author_key, with the name.'),
  subject_facet: filter('Subjects, spelled exactly.'),
  person_facet: filter('Persons, spelled exactly.'),
  place_facet: filter('Places, spelled exactly.'),
  time_facet: filter('Times, spelled exactly.'),
  publisher_facet: filter('Publishers, spelled exactly.'),
}

export const endpoints = {
  searchBooks: get('/search.json', 'Works that match a query, by relevance', {
    params: {
      q: req.str({
        doc:
          'Words, phrases in quotation marks, OR, NOT, parentheses, field:value, ranges, prefixes with *; ' +
          'at least three characters. An ISBN alone is looked up.',
        example: 'title:moby author:melville',
        // clients of the provider also search by fields alone (SOURCES 1.1)
        unless: [...Object.keys(fieldWords), ...Object.keys(filters), 'query'],
      }),
      limit: int({ doc: 'Results per page: 100 by default; 0 only counts.', example: 5 }),
      ...fieldWords,
      ...filters,
      fields,
      sort: str({
        beyond: true,
        doc: 'new, old, editions, rating, readinglog, title, key, ebook_access, trending, scans, random, …; relevance by default.',
      }),
      page,
      offset,
      lang: str({ beyond: true, doc: 'Preferred language of the editions, two letters.' }),
      query: str({ beyond: true, doc: 'JSON object that replaces the words and filters.' }),
      spellcheck_count: int({ beyond: true, doc: 'Number of spelling suggestions.' }),
    },
    returns: workSearch,
    pages: { parameter: 'page', counts: 'pages', items: ['docs'] },
    invalid: 'provider',
  }),
  searchAuthors: get('/search/authors.json', 'Authors whose name matches', {
    params: {
      q: req.str({ doc: 'Words in the name or an alternative name.', example: 'melville' }),
      limit: int({ beyond: true, doc: 'Results per page; 100 by default.' }),
      offset,
      page,
      fields,
      sort: str({
        beyond: true,
        doc: 'work_count desc, name, birth_date asc, birth_date desc, random; relevance by default.',
      }),
    },
    returns: authorSearch,
    pages: { parameter: 'page', counts: 'pages', items: ['docs'] },
    invalid: 'provider',
  }),
  subject: get('/subjects/{subject}.json', 'Works of a subject, place, person or time', {
    params: {
      subject: str({
        doc: 'In lower case with _ for spaces; places, persons and times as place:…, person:… and time:….',
        example: 'sea_stories',
      }),
      details: bool({ beyond: true, doc: 'Adds related subjects, authors, publishers, languages and years.' }),
      has_fulltext: bool({ beyond: true, doc: 'Only works that can be read or borrowed online.' }),
      ebooks: bool({ beyond: true, doc: 'Older name of has_fulltext.' }),
      published_in: str({ beyond: true, doc: 'A year, or two years with a hyphen.', example: '1850-1900' }),
      limit: int({ beyond: true, doc: 'Number of works: 12 by default, 1000 at most.' }),
      offset,
      sort: str({ beyond: true, doc: 'editions by default; new, old, rating, readinglog, random, ….' }),
    },
    returns: subject,
    pages: { parameter: 'offset', counts: 'results', items: ['works'] },
    invalid: 'provider',
  }),
}
