// The XML Schema of the XML form, generated from the descriptions of its elements.
import type { ElementType } from './element-types.ts'
import { roots } from './elements.ts'
import { namespace } from './xml-writer.ts'

/** Returns the response of `/schema`. */
export function schemaDocument(): string {
  const types = new Map<string, ElementType>()
  for (const root of Object.values(roots)) collect(root, types)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">`,
    '<xs:simpleType name="pid"><xs:restriction base="xs:NMTOKEN"><xs:pattern value="[a-z0-9.\\-]+"/></xs:restriction></xs:simpleType>',
    ...Object.entries(roots).map(([name, type]) => `<xs:element name="${name}" type="${type.name}"/>`),
    ...[...types.values()].map(complexType),
    '</xs:schema>',
    '',
  ].join('\n')
}

function collect(type: ElementType, types: Map<string, ElementType>): void {
  if (types.has(type.name)) return
  types.set(type.name, type)
  for (const { type: child } of Object.values(type.children)) if (typeof child !== 'string') collect(child, types)
  for (const variant of Object.values(type.variants?.of ?? {})) collect(variant, types)
}

function complexType(type: ElementType): string {
  const attributes = Object.entries(type.attributes).map(([name, given]) => {
    const isOptional = given.endsWith('?')
    const of = simpleName(isOptional ? given.slice(0, -1) : given)
    return `<xs:attribute name="${name}" type="${of}"${isOptional ? '' : ' use="required"'}/>`
  })
  const open = `<xs:complexType name="${type.name}">`
  if (type.text)
    return `${open}<xs:simpleContent><xs:extension base="${simpleName(type.text)}">${attributes.join('')}</xs:extension></xs:simpleContent></xs:complexType>`
  return `${open}${contentOf(type)}${attributes.join('')}</xs:complexType>`
}

function contentOf({ children, variants }: ElementType): string {
  if (variants) {
    const choices = Object.entries(variants.of).map(([name, of]) => `<xs:element name="${name}" type="${of.name}"/>`)
    return `<xs:choice minOccurs="0" maxOccurs="unbounded">${choices.join('')}</xs:choice>`
  }
  const elements = Object.entries(children).map(([name, { type, isRequired, isRepeatable }]) => {
    const occurs = `${isRequired ? '' : ' minOccurs="0"'}${isRepeatable ? ' maxOccurs="unbounded"' : ''}`
    return `<xs:element name="${name}" type="${typeof type === 'string' ? simpleName(type) : type.name}"${occurs}/>`
  })
  return elements.length === 0 ? '' : `<xs:sequence>${elements.join('')}</xs:sequence>`
}

function simpleName(type: string): string {
  return type === 'pid' ? 'pid' : `xs:${type}`
}
