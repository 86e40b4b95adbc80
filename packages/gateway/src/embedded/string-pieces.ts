// Splits long strings, to encode and write them in pieces: one of 20 MB, such as an image, would block the thread for
// 40 ms.

/** The length of a piece, in characters. */
export const pieceLength = 1024 * 1024

/** Yields the string in pieces that can be encoded separately: none ends within a surrogate pair. */
export function* piecesOf(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = at + pieceLength
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++
    yield at === 0 && end >= text.length ? text : text.slice(at, end)
  }
}
