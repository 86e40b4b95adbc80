// One example call of each endpoint: facts about an old novel, with invented counts.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

export const examples = defineExamples(endpoints, {
  searchBooks: {
    params: { q: 'title:moby author:melville', limit: 1 },
    output: {
      numFound: 12,
      start: 0,
      numFoundExact: true,
      num_found: 12,
      documentation_url: 'https://openlibrary.org/dev/docs/api/search',
      q: 'title:moby author:melville',
      offset: null,
      docs: [
        {
          author_key: ['OL101A'],
          author_name: ['Herman Melville'],
          cover_i: 1001,
          ebook_access: 'public',
          edition_count: 640,
          first_publish_year: 1851,
          has_fulltext: true,
          ia: ['mobydick-example'],
          key: '/works/OL201W',
          language: ['eng', 'ger'],
          public_scan_b: true,
          title: 'Moby Dick',
        },
      ],
    },
  },
  searchAuthors: {
    params: { q: 'melville', limit: 1 },
    output: {
      numFound: 8,
      start: 0,
      numFoundExact: true,
      docs: [
        {
          key: 'OL101A',
          type: 'author',
          name: 'Herman Melville',
          birth_date: '1 August 1819',
          death_date: '28 September 1891',
          top_work: 'Moby Dick',
          work_count: 300,
          top_subjects: ['Whaling', 'Sea stories'],
        },
      ],
    },
  },
  subject: {
    params: { subject: 'sea_stories', limit: 1, details: true },
    output: {
      key: '/subjects/sea_stories',
      name: 'Sea stories',
      subject_type: 'subject',
      solr_query: 'subject_key:"sea_stories"',
      work_count: 2400,
      works: [
        {
          key: '/works/OL201W',
          title: 'Moby Dick',
          edition_count: 640,
          cover_id: 1001,
          cover_edition_key: 'OL301M',
          subject: ['Whaling', 'Sea stories'],
          ia_collection: ['americana'],
          printdisabled: false,
          lending_edition: '',
          lending_identifier: '',
          authors: [{ key: '/authors/OL101A', name: 'Herman Melville' }],
          first_publish_year: 1851,
          ia: 'mobydick-example',
          public_scan: true,
          has_fulltext: true,
        },
      ],
      ebook_count: 900,
      authors: [{ key: '/authors/OL101A', name: 'Herman Melville', count: 14 }],
      subjects: [{ key: '/subjects/whaling', name: 'Whaling', count: 60 }],
      places: [],
      people: [{ key: '/subjects/person:captain_ahab', name: 'Captain Ahab', count: 5 }],
      times: [],
      publishers: [{ key: '/publishers/Example_Press', name: 'Example Press', count: 21 }],
      languages: [{ name: 'English', count: 2100 }],
      publishing_history: [
        [1851, 3],
        [1852, 1],
      ],
    },
  },
})
