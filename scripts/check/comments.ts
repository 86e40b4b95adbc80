// Finds the comments in source code, but not strings that look like comments.

export interface Comment {
  /** Counted from 1. */
  readonly line: number
  /** One line of it, with its marker. */
  readonly text: string
}

const stringOrComment = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g

/** Every line of every comment. Template literals are read as code: a comment in one is rare, and worth a look. */
export function commentsOf(text: string): Comment[] {
  const comments: Comment[] = []
  for (const { 0: token, index } of text.matchAll(stringOrComment)) {
    if (!token.startsWith('/')) continue
    const first = text.slice(0, index).split('\n').length
    for (const [at, line] of token.split('\n').entries()) comments.push({ line: first + at, text: line })
  }
  return comments
}
