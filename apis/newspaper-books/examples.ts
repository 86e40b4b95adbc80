// One example call of each endpoint. Books, authors and numbers are invented; only the names of lists are the
// provider's.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const copyright = 'Sample data.'
const isbn = { isbn10: '0000000019', isbn13: '9780000000019' }
const primary = { primary_isbn10: isbn.isbn10, primary_isbn13: isbn.isbn13 }
const links = { book_review_link: '', first_chapter_link: '', sunday_review_link: '', article_chapter_link: '' }
const samples = {
  title: 'THE LAMP ON THE PIER',
  description: 'A harbour pilot looks for the keeper of a light that went out forty years ago.',
  contributor: 'by Ada Example',
  author: 'Ada Example',
  contributor_note: '',
  price: '0.00',
  age_group: '',
  publisher: 'Sample House',
}
const shops = [{ name: 'Bookshop', url: 'https://shop.example.org/9780000000019' }]
const uri = 'nyt://book/3f0c5a52-7d55-5d5a-9a3e-0d6f0f6a2b11'
const image = 'https://images.example.org/9780000000019.jpg'

export const examples = defineExamples(endpoints, {
  bestSellerEntries: {
    params: { format: 'json', list: 'hardcover-fiction', 'published-date': '2024-05-19' },
    output: {
      status: 'OK',
      copyright,
      num_results: 1,
      last_modified: '2024-05-08T22:10:13-04:00',
      results: [
        {
          list_name: 'Hardcover Fiction',
          display_name: 'Hardcover Fiction',
          bestsellers_date: '2024-05-04',
          published_date: '2024-05-19',
          rank: 1,
          rank_last_week: 2,
          weeks_on_list: 3,
          asterisk: 0,
          dagger: 0,
          amazon_product_url: 'https://shop.example.org/9780000000019',
          isbns: [isbn],
          book_details: [{ ...samples, ...primary }],
          reviews: [links],
        },
      ],
    },
  },
  bestSellerHistory: {
    params: { author: 'Jane Austen' },
    output: {
      status: 'OK',
      copyright,
      num_results: 1,
      results: [
        {
          ...samples,
          isbns: [isbn],
          ranks_history: [
            {
              ...primary,
              rank: 1,
              list_name: 'Hardcover Fiction',
              display_name: 'Hardcover Fiction',
              published_date: '2024-05-19',
              bestsellers_date: '2024-05-04',
              weeks_on_list: 3,
              rank_last_week: 2,
              asterisk: 0,
              dagger: 0,
            },
          ],
          reviews: [links],
        },
      ],
    },
  },
  listNames: {
    params: { format: 'json' },
    output: {
      status: 'OK',
      copyright,
      num_results: 1,
      results: [
        {
          list_name: 'Hardcover Fiction',
          display_name: 'Hardcover Fiction',
          list_name_encoded: 'hardcover-fiction',
          oldest_published_date: '2008-06-08',
          newest_published_date: '2024-05-19',
          updated: 'WEEKLY',
        },
      ],
    },
  },
  bestSellerOverview: {
    params: { format: 'json', published_date: '2024-05-15' },
    output: {
      status: 'OK',
      copyright,
      num_results: 1,
      results: {
        bestsellers_date: '2024-05-04',
        published_date: '2024-05-19',
        published_date_description: 'latest',
        previous_published_date: '2024-05-12',
        next_published_date: '',
        lists: [
          {
            list_id: 704,
            list_name: 'Combined Print and E-Book Fiction',
            list_name_encoded: 'combined-print-and-e-book-fiction',
            display_name: 'Combined Print & E-Book Fiction',
            updated: 'WEEKLY',
            list_image: null,
            list_image_width: null,
            list_image_height: null,
            books: [
              {
                ...samples,
                ...primary,
                rank: 1,
                rank_last_week: 2,
                weeks_on_list: 3,
                book_image: image,
                book_image_width: 328,
                book_image_height: 500,
                amazon_product_url: 'https://shop.example.org/9780000000019',
                buy_links: shops,
                book_uri: uri,
                created_date: '2024-05-08 22:10:13',
                updated_date: '2024-05-08 22:15:40',
              },
            ],
          },
        ],
      },
    },
  },
  fullOverview: {
    params: { format: 'json', published_date: '2024-05-15' },
    output: {
      status: 'OK',
      copyright,
      num_results: 0,
      results: {
        bestsellers_date: '2024-05-04',
        published_date: '2024-05-19',
        published_date_description: 'latest',
        previous_published_date: '2024-05-12',
        next_published_date: '',
        lists: [],
      },
    },
  },
  ageGroups: {
    params: { format: 'json' },
    output: { status: 'OK', copyright, num_results: 1, results: [{ age_group: 'Ages 8 to 12' }] },
  },
  bestSellerList: {
    params: { date: 'current', list: 'hardcover-fiction' },
    output: {
      status: 'OK',
      copyright,
      num_results: 1,
      last_modified: '2024-05-08T22:10:13-04:00',
      results: {
        list_name: 'Hardcover Fiction',
        list_name_encoded: 'hardcover-fiction',
        bestsellers_date: '2024-05-04',
        published_date: '2024-05-19',
        published_date_description: 'latest',
        next_published_date: '',
        previous_published_date: '2024-05-12',
        display_name: 'Hardcover Fiction',
        normal_list_ends_at: 15,
        updated: 'WEEKLY',
        books: [
          {
            rank: 1,
            rank_last_week: 2,
            weeks_on_list: 3,
            asterisk: 0,
            dagger: 0,
            ...primary,
            ...samples,
            book_image: image,
            book_image_width: 328,
            book_image_height: 500,
            ...links,
            amazon_product_url: 'https://shop.example.org/9780000000019',
            buy_links: shops,
            book_uri: uri,
            isbns: [isbn],
          },
        ],
        corrections: [],
      },
    },
  },
  reviews: {
    params: { format: 'json', author: 'Jane Austen' },
    output: {
      status: 'OK',
      copyright,
      num_results: 1,
      results: [
        {
          url: 'https://news.example.org/2024/05/10/books/the-lamp-on-the-pier.html',
          publication_dt: '2024-05-10',
          byline: 'B. Reader',
          book_title: 'The Lamp on the Pier',
          book_author: 'Ada Example',
          summary: 'A slow, bright first novel about a harbour and the people who steer by it.',
          uuid: '00000000-0000-0000-0000-000000000000',
          uri: 'nyt://book/00000000-0000-0000-0000-000000000000',
          isbn13: ['9780000000019'],
        },
      ],
    },
  },
})
