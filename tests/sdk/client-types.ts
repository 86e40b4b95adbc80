// Reads the exported types of a generated client, and compares answers with them: TypeScript checks the client's code
// against its types, but nobody checks what a server sends.
import { parseSync } from 'oxc-parser'

export interface ClientTypes {
  /** Differences of a value from a type: members that are missing, and values of another kind. */
  mismatches(type: string, value: unknown): string[]
}

/** A node of the syntax tree; only what the types of such clients consist of is read. */
interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

/** Types of a declaration file in which all are written out: objects, lists, unions, literals and names of others. */
export function readClientTypes(source: string): ClientTypes {
  const types = new Map<string, Node>()
  for (const statement of nodes(parseSync('types.d.ts', source).program.body)) {
    const declaration = node(statement.declaration)
    if (declaration?.type === 'TSTypeAliasDeclaration')
      types.set(nameOf(declaration.id), needed(declaration.typeAnnotation))
  }

  /** The differences from the alternative that has the fewest. */
  function compare(type: Node, value: unknown, at: string): string[] {
    const one = (isRight: boolean) =>
      isRight ? [] : [`${at} is ${JSON.stringify(value)?.slice(0, 60)}, not ${type.type}`]
    switch (type.type) {
      case 'TSParenthesizedType':
        return compare(needed(type.typeAnnotation), value, at)
      case 'TSUnionType': {
        const [closest = []] = nodes(type.types)
          .map((alternative) => compare(alternative, value, at))
          .toSorted((some, others) => some.length - others.length)
        return closest
      }
      case 'TSStringKeyword':
        return one(typeof value === 'string')
      case 'TSNumberKeyword':
        return one(typeof value === 'number')
      case 'TSBooleanKeyword':
        return one(typeof value === 'boolean')
      case 'TSNullKeyword':
        return one(value === null)
      case 'TSUnknownKeyword':
        return []
      case 'TSLiteralType':
        return one(node(type.literal)?.value === value)
      case 'TSTypeLiteral':
        return typeof value === 'object' && value !== null ? compareMembers(type, value, at) : one(false)
      case 'TSTypeReference':
        return compareNamed(type, value, at)
      default:
        throw new Error(`${type.type} is not read`)
    }
  }

  function compareMembers(type: Node, value: object, at: string): string[] {
    const members = new Map<string, unknown>(Object.entries(value))
    return nodes(type.members).flatMap((member) => {
      const name = nameOf(member.key)
      const place = `${at}.${name}`
      if (!members.has(name)) return member.optional ? [] : [`${place} is missing`]
      return compare(needed(needed(member.typeAnnotation).typeAnnotation), members.get(name), place)
    })
  }

  function compareNamed(type: Node, value: unknown, at: string): string[] {
    const name = nameOf(type.typeName)
    if (name !== 'Array') return compare(needed(types.get(name)), value, at)
    if (!Array.isArray(value)) return [`${at} is not a list`]
    const [item] = nodes(needed(type.typeArguments).params)
    return value.flatMap((one, index) => compare(needed(item), one, `${at}[${index}]`))
  }

  return { mismatches: (type, value) => compare(needed(types.get(type)), value, 'answer') }
}

function node(value: unknown): Node | undefined {
  return typeof value === 'object' && value !== null && 'type' in value ? (value as Node) : undefined
}

function needed(value: unknown): Node {
  const found = node(value)
  if (!found) throw new Error('A type is missing.')
  return found
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? value.map(needed) : []
}

function nameOf(value: unknown): string {
  return String(needed(value).name)
}
