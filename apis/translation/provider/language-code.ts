// Language codes in BCP 47, such as `pt-BR`, whose base is `pt`.

export function baseOf(language: string): string {
  return language.split('-', 1)[0]?.toLowerCase() ?? ''
}
