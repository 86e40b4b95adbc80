// Questions by endpoint, in people's own words: agents find operations by these.
export const asks = {
  listNotes: ['What have I noted lately?', 'Show my newest notes'],
  getNote: ['What does this note say?', 'Show one note'],
  addNote: ['Note that the bread is out', 'Write something down'],
}

/** Further keywords by endpoint. */
export const words = {
  listNotes: 'notes memos latest recent all',
  getNote: 'memo read one',
  addNote: 'memo jot remember reminder write',
}
