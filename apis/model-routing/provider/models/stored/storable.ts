// Strings of callers on their way to the database.

/** True if a string can be stored, and so can name something stored. PostgreSQL accepts no NUL. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.length <= 1000

/** Returns the string without characters that cannot be stored. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')
