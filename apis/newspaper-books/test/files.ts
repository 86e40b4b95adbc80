// Files as operators have them, written from what a test says.

export interface FileBook {
  readonly isbn: string
  readonly title: string
  readonly author: string
  readonly publisher: string
  readonly description: string
  readonly price: string
}

/** CSV with the names of the first row as columns. */
export function csv(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const cell = (value: string | number | undefined) => `"${String(value ?? '').replaceAll('"', '""')}"`
  return [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join('\r\n')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** ONIX 3.0 with reference names. */
export function onix(books: readonly FileBook[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">
  <Header><Sender><SenderName>Sample House</SenderName></Sender></Header>
${books
  .map(
    (book) => `  <Product>
    <RecordReference>${book.isbn}</RecordReference>
    <ProductIdentifier><ProductIDType>01</ProductIDType><IDValue>own-1</IDValue></ProductIdentifier>
    <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>${book.isbn}</IDValue></ProductIdentifier>
    <DescriptiveDetail>
      <TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel>
        <TitleText>${escaped(book.title)}</TitleText></TitleElement></TitleDetail>
      <Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole>
        <PersonName>${escaped(book.author)}</PersonName></Contributor>
    </DescriptiveDetail>
    <CollateralDetail><TextContent><TextType>03</TextType><Text>${escaped(book.description)}</Text></TextContent></CollateralDetail>
    <PublishingDetail><Publisher><PublishingRole>01</PublishingRole>
      <PublisherName>${escaped(book.publisher)}</PublisherName></Publisher></PublishingDetail>
    <ProductSupply><SupplyDetail><Price><PriceType>01</PriceType><PriceAmount>${book.price}</PriceAmount>
      <CurrencyCode>USD</CurrencyCode></Price></SupplyDetail></ProductSupply>
  </Product>`,
  )
  .join('\n')}
</ONIXMessage>`
}

/** The same with short tags, all on one line. */
export function shortOnix(books: readonly FileBook[]): string {
  const products = books.map(
    (book) =>
      `<product><productidentifier><b221>15</b221><b244>${book.isbn}</b244></productidentifier><descriptivedetail>` +
      `<titledetail><b202>01</b202><titleelement><x409>01</x409><b203>${escaped(book.title)}</b203></titleelement></titledetail>` +
      `<contributor><b034>1</b034><b035>A01</b035><b036>${escaped(book.author)}</b036></contributor></descriptivedetail>` +
      `<collateraldetail><textcontent><x426>02</x426><d104>${escaped(book.description)}</d104></textcontent></collateraldetail>` +
      `<publishingdetail><publisher><b291>01</b291><b081>${escaped(book.publisher)}</b081></publisher></publishingdetail>` +
      `<productsupply><supplydetail><price><j151>${book.price}</j151><j152>USD</j152></price></supplydetail></productsupply></product>`,
  )
  return `<ONIXmessage release="3.0">${products.join('')}</ONIXmessage>`
}

/** MARCXML with a prefix. Records have no price. */
export function marc(books: readonly FileBook[]): string {
  const field = (tag: string, subfields: Readonly<Record<string, string>>) =>
    `<marc:datafield tag="${tag}" ind1=" " ind2=" ">${Object.entries(subfields)
      .map(([code, text]) => `<marc:subfield code="${code}">${escaped(text)}</marc:subfield>`)
      .join('')}</marc:datafield>`
  const records = books.map(({ isbn, title, author, publisher, description }) => {
    const [first = '', ...last] = author.split(' ')
    return `<marc:record><marc:leader>00000nam a2200000 a 4500</marc:leader>
      ${field('020', { a: `${isbn} (hardcover)` })}${field('100', { a: `${last.join(' ')}, ${first}.` })}
      ${field('245', { a: `${title} /`, c: `${author}.` })}${field('264', { a: 'Northmere :', b: `${publisher},` })}
      ${field('520', { a: description })}</marc:record>`
  })
  return `<marc:collection xmlns:marc="http://www.loc.gov/MARC21/slim">${records.join('\n')}</marc:collection>`
}

/** Lines of an Open Library dump, among others of works. */
export function dump(books: readonly FileBook[]): string {
  return books
    .map(({ isbn, title, publisher, description, author }, at) => {
      const edition = {
        isbn_13: [isbn],
        title,
        publishers: [publisher],
        description: { value: description },
        by_statement: author,
      }
      const columns = (type: string, key: string, json: object) =>
        [`/type/${type}`, key, '1', '2024-05-06T07:08:09.1', JSON.stringify(json)].join('\t')
      return `${columns('work', `/works/OL${at}W`, { title })}\n${columns('edition', `/books/OL${at}M`, edition)}\n`
    })
    .join('')
}
