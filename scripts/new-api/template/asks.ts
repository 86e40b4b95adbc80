// What people ask for, by endpoint, in their own words: agents find operations by these.
export const asks = {
  listNotes: ['What have I noted lately?', 'Show my newest notes'],
  getNote: ['What does this note say?', 'Show one note'],
  addNote: ['Note that the bread is out', 'Write something down'],
}
