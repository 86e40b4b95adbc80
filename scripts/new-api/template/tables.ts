// Tables of the provider; their names begin with the slug.
export interface Tables {
  sample_notes_notes: { account: string; id: number; text: string }
  /** Imported notes, visible to everybody. */
  sample_notes_public: { id: number; text: string }
  /** One row, whose revision changes with every write. */
  sample_notes_state: { id: number; revision: number }
}
