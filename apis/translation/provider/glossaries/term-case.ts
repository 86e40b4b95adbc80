// The case of a term in a text.

/** Keeps the capital of a sentence's first word, where the glossary has none. */
export function likeIn(text: string, { source, target }: { readonly source: string; readonly target: string }): string {
  const isRaised = /^\p{Lu}/u.test(text) && /^\p{Ll}/u.test(source)
  return isRaised ? target.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : target
}
