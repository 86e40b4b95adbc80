// The embedded provider: notes of each account, behind the sample.
import { defineProvider } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import { openNotes } from './provider/open.ts'

export default defineProvider(api, { migrations, open: openNotes })
