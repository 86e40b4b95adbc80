// The data the provider starts with. It is a sample, and every response based on it says so.

export function readSample(): readonly string[] {
  return ['The first note.', 'The second note.']
}
