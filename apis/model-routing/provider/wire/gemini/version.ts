// Which generation a model of the vendor is: how long to think is told in other words from one to the next.

/** 2.5 for `gemini-2.5-flash`; undefined for models without a number and of others. */
export function versionOf(model: string): number | undefined {
  const found = /gemini-(\d{1,2}(?:\.\d)?)/i.exec(model)
  return found === null ? undefined : Number(found[1])
}
