// An answer with everything that declarations can say, and forty ways in which a provider may change it.
import { anyObject, anyOf, bool, int, list, map, nullable, num, obj, oneOf, opt, type Schema, str } from '#define'

const address = obj({ street: str(), zip: opt(str()) })
const circle = obj({ kind: oneOf(['circle']), radius: num() })
const square = obj({ kind: oneOf(['square']), side: num(), label: opt(str()) })

export const declaration: Schema = obj({
  id: str(),
  count: int(),
  price: num(),
  active: bool(),
  note: nullable(str()),
  nickname: opt(str()),
  owner: obj({ name: str(), address }),
  tags: list(str()),
  items: list(obj({ name: str(), size: int(), parts: list(obj({ code: str() })) })),
  rates: map(num()),
  people: map(obj({ age: int(), city: opt(str()) })),
  grid: list(list(num())),
  shape: anyOf([circle, square]),
  shapes: list(anyOf([circle, square])),
  either: anyOf([str(), list(str())]),
  parent: nullable(obj({ id: str() })),
  extra: anyObject(),
})

export interface Answer {
  [member: string]: unknown
}

export const answer = (): Answer => ({
  id: 'a1',
  count: 3,
  price: 2.5,
  active: true,
  note: null,
  nickname: 'Ann',
  owner: { name: 'Ann', address: { street: 'High Street', zip: '1' } },
  tags: ['x', 'y'],
  items: [
    { name: 'bolt', size: 4, parts: [{ code: 'p1' }, { code: 'p2' }] },
    { name: 'nut', size: 2, parts: [] },
  ],
  rates: { USD: 1.1, GBP: 2 },
  people: { 'ann@example.com': { age: 30, city: 'Bath' }, 'bob@example.com': { age: 40 } },
  grid: [[1, 2.5], [3]],
  shape: { kind: 'circle', radius: 2 },
  shapes: [
    { kind: 'square', side: 3 },
    { kind: 'circle', radius: 1 },
  ],
  either: ['a'],
  parent: { id: 'p' },
  extra: { anything: { at: ['all'] } },
})

/** A change, and the findings that name it: kind, pointer, declared and seen. */
interface Mutation {
  readonly name: string
  readonly path: readonly (string | number)[]
  /** The new value; undefined removes the member. */
  readonly to: unknown
  readonly findings: readonly string[]
}
const mutation = (path: string, to: unknown, ...findings: string[]): Mutation => ({
  name: `${path} becomes ${JSON.stringify(to) ?? 'nothing'}`,
  path: path.split('/').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
  to,
  findings,
})

export const mutations: readonly Mutation[] = [
  mutation('id', undefined, 'missing /id string nothing'),
  mutation('owner', undefined, 'missing /owner object nothing'),
  mutation('tags', undefined, 'missing /tags array nothing'),
  mutation('note', undefined, 'missing /note null|string nothing'),
  mutation('owner/name', undefined, 'missing /owner/name string nothing'),
  mutation('owner/address/street', undefined, 'missing /owner/address/street string nothing'),
  mutation('items/1/name', undefined, 'missing /items/*/name string nothing'),
  mutation('items/0/parts/1/code', undefined, 'missing /items/*/parts/*/code string nothing'),
  mutation('people/bob@example.com/age', undefined, 'missing /people/*/age integer nothing'),
  mutation('shape/radius', undefined, 'missing /shape/radius number nothing'),
  mutation('shapes/0/side', undefined, 'missing /shapes/*/side number nothing'),
  mutation('parent/id', undefined, 'missing /parent/id string nothing'),
  mutation('id', null, 'retyped /id string null'),
  mutation('nickname', null, 'retyped /nickname string null'),
  mutation('owner', null, 'retyped /owner object null'),
  mutation('tags/1', null, 'retyped /tags/* string null'),
  mutation('rates/USD', null, 'retyped /rates/* number null'),
  mutation('count', '3', 'retyped /count integer string'),
  mutation('count', 3.5, 'retyped /count integer number'),
  mutation('price', '2.50', 'retyped /price number string'),
  mutation('active', 1, 'retyped /active boolean integer'),
  mutation('note', 7, 'retyped /note null|string integer'),
  mutation('rates/GBP', '2', 'retyped /rates/* number string'),
  mutation('people/ann@example.com/age', '30', 'retyped /people/*/age integer string'),
  mutation('people/ann@example.com', [], 'retyped /people/* object array'),
  mutation('items/0/size', '4', 'retyped /items/*/size integer string'),
  mutation('items/0/parts', {}, 'retyped /items/*/parts array object'),
  mutation('items', { 0: {} }, 'retyped /items array object'),
  mutation('owner', [], 'retyped /owner object array'),
  mutation('grid/0/1', '2.5', 'retyped /grid/*/* number string'),
  mutation('grid/1', 3, 'retyped /grid/* array integer'),
  mutation('shape/radius', '2', 'retyped /shape/radius number string'),
  mutation('shape', 'circle', 'retyped /shape object string'),
  mutation('either', 5, 'retyped /either array|string integer'),
  mutation('either', [5], 'retyped /either/* string integer'),
  mutation('parent', [], 'retyped /parent null|object array'),
  mutation('colour', 'red', 'new /colour nothing string'),
  mutation('items/0/weight', 1, 'new /items/*/weight nothing integer'),
  mutation('people/ann@example.com/phone', {}, 'new /people/*/phone nothing object'),
  mutation('shapes/0/colour', [], 'new /shapes/*/colour nothing array'),
  mutation(
    'owner',
    { fullName: 'Ann', address: { street: 'x' } },
    'missing /owner/name string nothing',
    'new /owner/fullName nothing string',
  ),
  mutation(
    'shape',
    { kind: 'square', edge: 1 },
    'missing /shape/side number nothing',
    'new /shape/edge nothing integer',
  ),
  mutation('ann@example.com', 1, 'new /* nothing integer'),
]
