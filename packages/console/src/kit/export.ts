// Files that are saved: a whole list as CSV, collected page by page, or any content.
import { html, type TemplateResult } from 'lit-html'
import { refusalOf } from '../refusal.ts'
import { icon } from './icons.ts'
import { announce } from './parts.ts'

type Cell = string | number | boolean | null | undefined

interface CsvOptions<Row> {
  readonly name: string
  readonly columns: Readonly<Record<string, (row: Row) => Cell>>
  /** Reads one page of the list; called until there is no next. */
  readonly page: (after: string | undefined) => Promise<{ rows: readonly Row[]; next?: string | undefined }>
}

const mostRows = 10_000
const mostPages = 400

export function csvButton<Row>(options: CsvOptions<Row>): TemplateResult {
  return html`<button type="button" @click=${() => void save(options)}>${icon('download')}Export CSV</button>`
}

async function save<Row>({ name, columns, page }: CsvOptions<Row>): Promise<void> {
  announce('Collecting the rows …')
  try {
    const lines = [Object.keys(columns).join(',')]
    let after: string | undefined
    for (let pages = 0; pages < mostPages && lines.length <= mostRows; pages++) {
      const { rows, next } = await page(after)
      for (const row of rows)
        lines.push(
          Object.values(columns)
            .map((cell) => csvCell(cell(row)))
            .join(','),
        )
      after = next
      if (next === undefined) break
    }
    const text = `${lines.slice(0, mostRows + 1).join('\r\n')}\r\n`
    saveFile(`${name}.csv`, new Blob([text], { type: 'text/csv' }))
    const rest = after === undefined ? '' : ' That is the most for one file; narrow the range for the rest.'
    announce(`${name}.csv has ${Math.min(lines.length - 1, mostRows)} rows.${rest}`)
  } catch (error) {
    announce(refusalOf(error).message)
  }
}

/** Quotes a cell if needed (RFC 4180); text that a spreadsheet would run as a formula gets a leading apostrophe. */
function csvCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Saves content as a file of the person's machine. */
export function saveFile(fileName: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
