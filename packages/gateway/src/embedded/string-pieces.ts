// Long strings are encoded and written in pieces: one of 20 MB, such as an image, would hold the thread for 40 ms.

/** Of one piece, in characters. */
export const pieceLength = 1024 * 1024

/** The string in pieces that can be encoded on their own: none ends within a pair of surrogates. */
export function* piecesOf(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = at + pieceLength
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++
    yield at === 0 && end >= text.length ? text : text.slice(at, end)
  }
}
