// The provider's initial data. It is a sample, and every response based on it says so.

export function readSample(): readonly string[] {
  return ['The first note.', 'The second note.']
}
