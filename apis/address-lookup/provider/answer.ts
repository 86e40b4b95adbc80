// The envelope of every result (SOURCES 1.3).

export function success<T>(result: T) {
  return { result, code: 2000, message: 'Success' }
}
