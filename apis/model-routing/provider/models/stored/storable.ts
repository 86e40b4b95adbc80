// Texts of callers on their way to the database.

/** Whether a text can be stored, and so can be the name of something that is. PostgreSQL has no NUL. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.length <= 1000

/** Such a text without what cannot be stored. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')
