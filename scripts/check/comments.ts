// Finds comments in source code, ignoring strings that look like comments.

interface Comment {
  /** Line number, counted from 1. */
  readonly line: number
  /** One line of the comment, with its marker. */
  readonly text: string
}

const stringOrComment = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g

/** Returns every line of every comment. Template literals are read as code: comments in them are rare, worth a look. */
export function commentsOf(text: string): Comment[] {
  const comments: Comment[] = []
  for (const { 0: token, index } of text.matchAll(stringOrComment)) {
    if (!token.startsWith('/')) continue
    const first = text.slice(0, index).split('\n').length
    for (const [at, line] of token.split('\n').entries()) comments.push({ line: first + at, text: line })
  }
  return comments
}
