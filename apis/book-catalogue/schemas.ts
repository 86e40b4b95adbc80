// Result shapes of the book catalogue. A search returns only fields that are requested and known, so nearly every
// member of a result is optional.
import { anyObject, bool, int, list, nullable, num, obj, opt, str } from '#define'

const texts = opt(list(str()))
const text = opt(str())
const count = opt(int())

const identity = {
  key: opt(str({ doc: 'Key of the work.', example: '/works/OL27448W' })),
  title: text,
  subtitle: text,
  alternative_title: texts,
  type: text,
  author_key: opt(list(str({ example: 'OL26320A' }))),
  author_name: texts,
  author_alternative_name: texts,
  contributor: texts,
  series_key: texts,
  series_name: texts,
  series_position: texts,
  last_modified_i: count,
  seed: texts,
}

const editions = {
  edition_count: count,
  edition_key: texts,
  first_publish_year: count,
  publish_year: opt(list(int())),
  publish_date: texts,
  publish_place: texts,
  publisher: texts,
  language: opt(list(str({ doc: 'Three letters.', example: 'eng' }))),
  number_of_pages_median: count,
  first_sentence: texts,
  cover_i: opt(int({ doc: 'Number of the cover picture.' })),
  cover_edition_key: text,
  isbn: texts,
  lccn: texts,
  oclc: texts,
  lcc: texts,
  ddc: texts,
}

const access = {
  ebook_access: opt(str({ doc: 'no_ebook, unclassified, printdisabled, borrowable or public.' })),
  has_fulltext: opt(bool()),
  public_scan_b: opt(bool()),
  ia: texts,
  ia_collection: texts,
  lending_edition_s: text,
  lending_identifier_s: text,
  id_project_gutenberg: texts,
  id_librivox: texts,
  id_standard_ebooks: texts,
  id_wikisource: texts,
  id_openstax: texts,
  availability: opt(anyObject({ doc: 'Loan state of the archive copy; on request.' })),
}

const subjects = {
  subject: texts,
  subject_key: texts,
  subject_facet: texts,
  place: texts,
  place_key: texts,
  place_facet: texts,
  person: texts,
  person_key: texts,
  person_facet: texts,
  time: texts,
  time_key: texts,
  time_facet: texts,
}

const readers = {
  ratings_average: opt(num()),
  ratings_sortable: opt(num({ doc: 'The value that the rating order uses: a lower bound of the average.' })),
  ratings_count: count,
  ratings_count_1: count,
  ratings_count_2: count,
  ratings_count_3: count,
  ratings_count_4: count,
  ratings_count_5: count,
  want_to_read_count: count,
  currently_reading_count: count,
  already_read_count: count,
  readinglog_count: count,
}

/** Counts in every list of search results. */
const resultCounts = { numFound: int(), start: int(), numFoundExact: bool() }

const workDoc = obj({
  ...identity,
  ...editions,
  ...access,
  ...subjects,
  ...readers,
  editions: opt(obj({ ...resultCounts, docs: list(obj({ key: text, title: text, language: texts })) })),
})

export const workSearch = obj({
  ...resultCounts,
  num_found: int(),
  documentation_url: text,
  q: nullable(str()),
  offset: nullable(int()),
  docs: list(workDoc),
})

export const authorSearch = obj({
  ...resultCounts,
  docs: list(
    obj({
      key: opt(str({ doc: 'Key of the author, without a path.', example: 'OL26320A' })),
      type: text,
      name: text,
      alternate_names: texts,
      birth_date: text,
      death_date: text,
      top_work: text,
      work_count: count,
      top_subjects: texts,
      ...readers,
    }),
  ),
})

const subjectWork = obj({
  key: str(),
  title: str(),
  edition_count: int(),
  cover_id: nullable(int()),
  cover_edition_key: nullable(str()),
  subject: list(str()),
  ia_collection: list(str()),
  printdisabled: opt(bool()),
  lending_edition: opt(nullable(str())),
  lending_identifier: opt(nullable(str())),
  authors: list(obj({ key: str(), name: str() })),
  first_publish_year: nullable(int()),
  ia: nullable(str()),
  public_scan: bool(),
  has_fulltext: bool(),
  availability: opt(anyObject({ doc: 'Loan state of the archive copy.' })),
})

const facet = opt(list(obj({ key: text, name: str(), count: int() })))

export const subject = obj({
  key: str({ example: '/subjects/love' }),
  name: str(),
  subject_type: str({ doc: 'subject, person, place or time.' }),
  solr_query: text,
  work_count: int(),
  works: list(subjectWork),
  ebook_count: count,
  authors: facet,
  subjects: facet,
  places: facet,
  people: facet,
  times: facet,
  publishers: facet,
  languages: facet,
  publishing_history: opt(list(list(int()), { doc: 'Pairs of a year and a count.' })),
})
