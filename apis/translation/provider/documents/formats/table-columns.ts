// Names of the columns of Excel's tables. They have to be the texts of the heads: Excel repairs a workbook in which
// they differ, and drops the table. Formulas use the names as well. A pivot table finds its columns by the texts of
// their heads when it is refreshed, so those stay too.
import { unpacked, type ZipEntry } from '../zip.ts'
import { decoded } from './encoding.ts'

/** Limit of the names of a workbook. */
const mostNames = 20_000

/** Returns the names in all tables and pivot tables of a workbook, with the labels of their totals. */
export async function columnNames(entries: readonly ZipEntry[]): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const entry of entries) {
    if (!/^xl\/(?:tables\/[^/]+|pivotCache\/pivotCacheDefinition\d+)\.xml$/i.test(entry.filename)) continue
    const { text } = decoded(await unpacked(entry))
    for (const [tag] of text.matchAll(/<(?:\w{1,20}:)?(?:tableColumn|cacheField)\s[^<>]{1,5000}>/g))
      for (const [, name = ''] of tag.matchAll(/\s(?:name|totalsRowLabel)\s?=\s?"([^"]*)"/g))
        if (names.size < mostNames) names.add(cellText(name))
  }
  return names
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the text of a cell or a name, without entities and escapes of line ends. */
export function cellText(raw: string): string {
  return raw
    .replaceAll(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,6}));/gi,
      (entity: string, code?: string, hex?: string, name = '') => {
        const point = code === undefined ? Number.parseInt(hex ?? '', 16) : Number(code)
        if (point <= 0x10ffff) return String.fromCodePoint(point)
        return Object.hasOwn(entities, name) ? (entities[name] ?? entity) : entity
      },
    )
    .replaceAll(/_x000([ad])_/gi, (_found, letter: string) => (letter.toLowerCase() === 'a' ? '\n' : '\r'))
}
