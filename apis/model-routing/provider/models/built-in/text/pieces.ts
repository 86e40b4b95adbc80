// The pieces in which an answer is streamed.

/** Words with the preceding space, long ones in parts, so that a stream arrives in small chunks. */
export function piecesOf(text: string): string[] {
  return text.match(/\s*[^\s]{1,40}|\s+/gu) ?? []
}
