// A fault that says nothing of its channel: the wire there has no words for what is asked, and nothing was sent.

/** Its code. */
export const unsayable = 'unsupported_by_provider'
