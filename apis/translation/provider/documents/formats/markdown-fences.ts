// Finds the blocks of code and formulas of Markdown between fences, also in quotes and in the line of a list item.

const opening = /^(\s{0,3}(?:(?:[-*+]|\d{1,9}[.)])\s{1,4}){0,9})(```+(?!.*`)|~~~+|\$\$(?!.*\$\$))/
const closing = /^(\s*)(?:(```+|~~~+)\s*$|(\$\$)(?!.*\$\$))/
const quotes = /^(?:\s{0,3}>){1,20} ?/

/** Returns a reader of the lines in order, which reports whether a line is a fence or within two. */
export function createFences(): (line: string) => boolean {
  let open: { readonly marker: string; readonly isQuoted: boolean; readonly indent: number } | undefined
  return (line) => {
    const inner = line.replace(quotes, '')
    // a block ends with its quote
    if (open?.isQuoted && inner === line) open = undefined
    if (open) {
      const [, indent = '', fence, formula] = closing.exec(inner) ?? []
      if (indent.length <= open.indent && (fence ?? formula)?.startsWith(open.marker)) open = undefined
      return true
    }
    const [, before = '', marker] = opening.exec(inner) ?? []
    // what ends in the line in which it begins opens no block
    if (marker === undefined) return false
    open = { marker, isQuoted: inner !== line, indent: before.length + 3 }
    return true
  }
}
