// Reads book metadata in XML: ONIX for Books 3.0 with reference names or short tags (SOURCES 6.1), and MARCXML (SOURCES
// 6.2). Only values that the lists show are read.
import { cleanString, invalidImport, type XmlElement, xmlRecords } from '#provider/import'
import { addressFrom, isbnsFrom, priceFrom } from './book-fields.ts'
import type { Collection, FileBook, PartialDetails } from './collection.ts'
import { limits } from './limits.ts'

/** Maximum length of a record; the longest known products have some 200 kB. */
const maxLength = 4 * 1024 * 1024

/** Reads a file; its records determine the format. Throws `import.invalid` if it has no product and no record. */
export async function readXmlFile(text: AsyncIterable<string>, collection: Collection): Promise<void> {
  let records = 0
  const isRecord = (name: string) => name === 'Product' || name === 'product' || name === 'record'
  for await (const { line, element } of xmlRecords(text, { isRecord, maxLength })) {
    records += 1
    const book = element.name === 'record' ? bookOfMarc(element) : bookOfOnix(element)
    if (book.isbns.length === 0) collection.counts.unmatched += 1
    else collection.metadata(`line ${line}`, book)
  }
  if (records === 0) throw invalidImport('it has neither products of ONIX nor records of MARCXML')
}

/** Reference names of ONIX by their short tags. */
const shortTags: Readonly<Record<string, string>> = {
  productidentifier: 'ProductIdentifier',
  b221: 'ProductIDType',
  b244: 'IDValue',
  descriptivedetail: 'DescriptiveDetail',
  titledetail: 'TitleDetail',
  b202: 'TitleType',
  titleelement: 'TitleElement',
  b203: 'TitleText',
  b030: 'TitlePrefix',
  b031: 'TitleWithoutPrefix',
  x409: 'TitleElementLevel',
  contributor: 'Contributor',
  b034: 'SequenceNumber',
  b035: 'ContributorRole',
  b036: 'PersonName',
  b039: 'NamesBeforeKey',
  b040: 'KeyNames',
  b047: 'CorporateName',
  audiencerange: 'AudienceRange',
  b074: 'AudienceRangeQualifier',
  b075: 'AudienceRangePrecision',
  b076: 'AudienceRangeValue',
  collateraldetail: 'CollateralDetail',
  textcontent: 'TextContent',
  x426: 'TextType',
  d104: 'Text',
  supportingresource: 'SupportingResource',
  x436: 'ResourceContentType',
  resourceversion: 'ResourceVersion',
  x435: 'ResourceLink',
  publishingdetail: 'PublishingDetail',
  imprint: 'Imprint',
  b079: 'ImprintName',
  publisher: 'Publisher',
  b291: 'PublishingRole',
  b081: 'PublisherName',
  productsupply: 'ProductSupply',
  supplydetail: 'SupplyDetail',
  price: 'Price',
  j151: 'PriceAmount',
  j152: 'CurrencyCode',
}

/** Returns descendants along a path of reference names. */
function along(element: XmlElement, path: string): XmlElement[] {
  let found = [element]
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => (shortTags[child.name] ?? child.name) === name))
  return found
}

function textAlong(element: XmlElement, path: string): string {
  return wholeText(along(element, path)[0]).trim()
}

/** Returns the text with that of children, as in XHTML within descriptions. */
function wholeText(element: XmlElement | undefined): string {
  if (!element) return ''
  return [element.text, ...element.children.map(wholeText)].join(' ').replace(/\s+/g, ' ')
}

const isbnTypes = new Set(['02', '03', '15'])
const authorRoles = new Set(['A01', 'A02'])
const illustratorRole = 'A12'

function bookOfOnix(product: XmlElement): FileBook {
  const ids = along(product, 'ProductIdentifier').filter((id) => isbnTypes.has(textAlong(id, 'ProductIDType')))
  const titles = along(product, 'DescriptiveDetail/TitleDetail')
  const title = titles.find((one) => textAlong(one, 'TitleType') === '01') ?? titles[0]
  const contributors = along(product, 'DescriptiveDetail/Contributor')
    .toSorted((one, other) => Number(textAlong(one, 'SequenceNumber')) - Number(textAlong(other, 'SequenceNumber')))
    .map((one) => ({ roles: along(one, 'ContributorRole').map(({ text }) => text.trim()), name: nameOf(one) }))
  const authors = contributors.filter(({ roles }) => roles.some((role) => authorRoles.has(role)))
  const illustrators = contributors.filter(({ roles }) => roles.includes(illustratorRole))
  const publishers = along(product, 'PublishingDetail/Publisher')
  const main = publishers.find((one) => textAlong(one, 'PublishingRole') === '01') ?? publishers[0]
  const details: PartialDetails = {
    ...given('description', descriptionOf(product), limits.longText),
    ...given(
      'publisher',
      main ? textAlong(main, 'PublisherName') : textAlong(product, 'PublishingDetail/Imprint/ImprintName'),
    ),
    ...given('ageGroup', ageGroupOf(product)),
    ...creditsOf(
      authors.map(({ name }) => name),
      illustrators.map(({ name }) => name),
    ),
  }
  const price = priceFrom(priceTextOf(product))
  if (price !== undefined) details.price = price
  const cover = along(product, 'CollateralDetail/SupportingResource').find(
    (one) => textAlong(one, 'ResourceContentType') === '01',
  )
  const image = addressFrom(cover ? textAlong(cover, 'ResourceVersion/ResourceLink') : undefined)
  if (image) details.image = image
  return {
    isbns: isbnsFrom(ids.map((id) => textAlong(id, 'IDValue'))),
    title: title ? titleOf(title) : undefined,
    author: namesText(authors.map(({ name }) => name)),
    details,
  }
}

function titleOf(detail: XmlElement): string {
  const elements = along(detail, 'TitleElement')
  const element = elements.find((one) => textAlong(one, 'TitleElementLevel') === '01') ?? elements[0]
  if (!element) return ''
  const whole = textAlong(element, 'TitleText')
  return whole || `${textAlong(element, 'TitlePrefix')} ${textAlong(element, 'TitleWithoutPrefix')}`.trim()
}

function nameOf(contributor: XmlElement): string {
  const parts = `${textAlong(contributor, 'NamesBeforeKey')} ${textAlong(contributor, 'KeyNames')}`.trim()
  return textAlong(contributor, 'PersonName') || parts || textAlong(contributor, 'CorporateName')
}

/** Returns the short description, else the long one. */
function descriptionOf(product: XmlElement): string {
  const contents = along(product, 'CollateralDetail/TextContent')
  const found = ['02', '03'].flatMap((type) => contents.filter((one) => textAlong(one, 'TextType') === type))[0]
  // descriptions can hold escaped HTML
  return found
    ? textAlong(found, 'Text')
        .replace(/<[^<>]{0,500}>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : ''
}

/** Returns the price in dollars, else the first. */
function priceTextOf(product: XmlElement): string {
  const prices = along(product, 'ProductSupply/SupplyDetail/Price')
  const price = prices.find((one) => textAlong(one, 'CurrencyCode') === 'USD') ?? prices[0]
  return price ? textAlong(price, 'PriceAmount') : ''
}

/** Returns the interest age in years (list 30, code 17): exactly, from, or from and to. */
function ageGroupOf(product: XmlElement): string {
  const range = along(product, 'DescriptiveDetail/AudienceRange').find(
    (one) => textAlong(one, 'AudienceRangeQualifier') === '17',
  )
  if (!range) return ''
  const values = along(range, 'AudienceRangeValue').map(({ text }) => text.trim())
  const codes = along(range, 'AudienceRangePrecision').map(({ text }) => text.trim())
  const at = (code: string) => values[codes.indexOf(code)]
  const [from, to] = [at('03') ?? at('01'), at('04')]
  if (from === undefined) return ''
  return to === undefined ? `Ages ${from} and up` : `Ages ${from} to ${to}`
}

function bookOfMarc(record: XmlElement): FileBook {
  const fields = record.children.filter(({ name }) => name === 'datafield')
  const values = (tag: string, codes: string) =>
    fields
      .filter(({ attributes }) => attributes.tag === tag)
      .map(({ children }) =>
        children
          .filter(({ name, attributes }) => name === 'subfield' && codes.includes(attributes.code ?? ' '))
          .map(({ text }) => text.trim())
          .join(' '),
      )
  const first = (tag: string, codes: string) => values(tag, codes).at(0) ?? ''
  const author = withoutEnd(first('100', 'a'))
  const publisher = values('264', 'b').at(0) ?? first('260', 'b')
  return {
    // text after a number names the binding
    isbns: isbnsFrom(values('020', 'a').map((value) => value.split(' ')[0])),
    title: withoutEnd(first('245', 'a')),
    author: forwards(author),
    details: {
      ...given('description', first('520', 'a'), limits.longText),
      ...given('publisher', withoutEnd(publisher)),
      ...creditsOf(author === '' ? [] : [forwards(author)], []),
    },
  }
}

/** Removes the punctuation that separates a subfield from the next. */
function withoutEnd(text: string): string {
  return text.replace(/(?<!\s)\s*[/:;,=]\s*$/, '').trim()
}

/** Converts `Austen, Jane` to `Jane Austen`. */
function forwards(name: string): string {
  const [last = '', ...first] = name.replace(/\.$/, '').split(',')
  return `${first.join(',').trim()} ${last.trim()}`.trim()
}

function creditsOf(authors: readonly string[], illustrators: readonly string[]): PartialDetails {
  const note = illustrators.length > 0 ? `Illustrated by ${namesText(illustrators)}` : ''
  const credit = authors.length > 0 ? `by ${namesText(authors)}` : ''
  return {
    ...given('contributor', credit !== '' && note !== '' ? `${credit}. ${note}` : credit),
    ...given('contributorNote', note),
  }
}

function namesText(names: readonly string[]): string {
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

type TextMember = 'description' | 'publisher' | 'ageGroup' | 'contributor' | 'contributorNote'

function given(member: TextMember, value: string, max: number = limits.text): PartialDetails {
  const text = cleanString(value, max)
  return text ? { [member]: text } : {}
}
