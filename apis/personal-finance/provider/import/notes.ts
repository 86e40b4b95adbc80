// Notes on the choices and omissions of an import, for the operator with the file.

export interface ImportNotes {
  readonly all: readonly string[]
  /** Adds a sentence. */
  add(sentence: string): void
}

/** Limit of notes of one import; further ones are dropped. */
const maxNotes = 60

export function createNotes(): ImportNotes {
  const all: string[] = []
  return {
    all,
    add: (sentence) => {
      if (all.length < maxNotes) all.push(sentence)
    },
  }
}
