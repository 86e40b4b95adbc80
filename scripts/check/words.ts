// Keeps comments and documents in plain English: rejects words this project once used for things that have a usual
// name, doc comments without a subject, and comment lines the formatter does not wrap.
import { present } from '#define/present'
import { commentsOf } from './comments.ts'
import { isGenerated, sourceFiles } from './files.ts'

const dropped: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bdear(?:er|est)?\b/i, instead: 'expensive' },
  { pattern: /\b(?:un)?told\b/i, instead: 'reported, sent, given' },
  { pattern: /\bthe one before\b/i, instead: 'the previous' },
  { pattern: /\bof (?:its|their) own accord\b/i, instead: 'by itself' },
  { pattern: /\bthe collector\b/i, instead: 'the garbage collector, GC' },
  { pattern: /\b(?:a|each|every|one) sign\b(?! of)/i, instead: 'character' },
  { pattern: /\* (?:Returns|Finds|Reads|Writes|Sends) what\b/, instead: 'a noun' },
  { pattern: /\bturn of the event loop\b/i, instead: 'tick' },
  { pattern: /\bstands? (?:in|at|on|under|there|behind|below|beside)\b|\blies in\b/i, instead: 'is' },
]

/** The opening of a doc comment that begins with neither a noun nor a verb. */
const headless =
  /^[ \t]*\/\*\*\s*(?:\*\s*)?(?:What|Those|That|Whoever|Whatever|None|Of|How|As|Where|When|Whether|By|With|In|From|For|Only|Not|So|Also)\b/gm

const widest = 120

/** Finds dropped words in comments and documents, and comments wider than the code. */
export function words(): string[] {
  // in these files, code that must not compile stands one line to a comment
  const isCode = (path: string) => !isGenerated(path) && !/check\/words|\.check\.ts$/.test(path)
  const code = sourceFiles(/\.(?:ts|js|mjs)$/).filter(({ path }) => isCode(path))
  const inCode = code.flatMap(({ path, text }) =>
    commentsOf(text).flatMap(({ line, text: comment }) => droppedIn(`${path}:${line}`, comment)),
  )
  const tooWide = code.flatMap(({ path, text }) => {
    const lines = text.split('\n')
    return commentsOf(text)
      .filter(({ line }) => present(lines[line - 1]).length > widest)
      .map(({ line }) => `${path}:${line}: the comment is wider than ${widest} columns`)
  })
  const inDocComments = code.flatMap(({ path, text }) =>
    [...text.matchAll(headless)].map(
      ({ 0: opening, index }) =>
        `${path}:${text.slice(0, index).split('\n').length}: "${opening.trim()}" (begin with a noun or a verb)`,
    ),
  )
  const documents = sourceFiles(/\.md$/).filter(({ path }) => !isGenerated(path) && !/\/(?:seed|LICENSE)/.test(path))
  const inDocuments = documents.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => droppedIn(`${path}:${at + 1}`, line)),
  )
  return [...inCode, ...inDocComments, ...tooWide, ...inDocuments]
}

function droppedIn(where: string, text: string): string[] {
  return dropped
    .filter(({ pattern }) => pattern.test(text))
    .map(
      ({ pattern, instead }) => `${where}: "${pattern.exec(text)?.[0]}" (say ${instead}): ${text.trim().slice(0, 90)}`,
    )
}
