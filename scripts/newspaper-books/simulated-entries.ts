// `node scripts/newspaper-books/simulated-entries.ts > entries.csv`: the simulated lists of newspaper books as the CSV
// that the API imports, up to now. An example of the format, and the data of `npm run bench:embedded -- --import`.
import { once } from 'node:events'
import { buildArchive } from '../../apis/newspaper-books/provider/archive/archive.ts'
import { simulate } from '../../apis/newspaper-books/seed/sample.ts'

const noPause = async () => {}
const archive = await buildArchive(await simulate(Date.now(), noPause))
const cell = (value: string | number) =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value

const names =
  'list_name_encoded,published_date,bestsellers_date,rank,isbn13,isbns,title,author,contributor,publisher,description,price,' +
  'age_group,asterisk,dagger'
process.stdout.write(`${names}\n`)
for (const list of archive.lists)
  for (const { publishedDate, bestsellersDate, entries } of list.publications) {
    const rows = entries.map(({ rank, isbn13, book, asterisk, dagger }) =>
      [
        ...[list.encoded, publishedDate, bestsellersDate, rank, isbn13, book.isbns.join(';'), book.title, book.author],
        ...[book.contributor, book.publisher, book.description, book.price, book.ageGroup, asterisk, dagger],
      ]
        .map(cell)
        .join(','),
    )
    if (!process.stdout.write(`${rows.join('\n')}\n`)) await once(process.stdout, 'drain')
  }
