// The endpoints of notes: input, store, view.
import { type Handlers, reply } from '#define'
import { sampleHeaders } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import { noteNotFound } from '../errors.ts'
import type { NoteStore } from './store.ts'
import { noteView } from './view.ts'

export function createNoteHandlers(store: NoteStore): Handlers<typeof endpoints> {
  return {
    async listNotes({ limit }, { account }) {
      const notes = await store.newest(account, limit)
      const isSample = notes.some((note) => note.isSample)
      return reply(notes.map(noteView), { headers: sampleHeaders(isSample) })
    },
    async getNote({ id }, { account }) {
      const note = await store.find(account, id)
      if (!note) throw noteNotFound(id)
      return reply(noteView(note), { headers: sampleHeaders(note.isSample) })
    },
    async addNote({ body }, { account }) {
      return noteView(await store.add(account, body.text))
    },
  }
}
