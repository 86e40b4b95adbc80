// The generation of a Gemini model: thinking is configured differently in each.

/** 2.5 for `gemini-2.5-flash`; undefined for other models and names without a number. */
export function versionOf(model: string): number | undefined {
  const match = /gemini-(\d{1,2}(?:\.\d)?)/i.exec(model)
  return match === null ? undefined : Number(match[1])
}
