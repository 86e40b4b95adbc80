// Adapts a term to the case in a text.

/** Capitalises the target at the start of a sentence, if the text does so and the glossary does not. */
export function likeIn(text: string, { source, target }: { readonly source: string; readonly target: string }): string {
  const isRaised = /^\p{Lu}/u.test(text) && /^\p{Ll}/u.test(source)
  return isRaised ? target.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : target
}
