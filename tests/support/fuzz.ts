import { type Operation, operationName } from '#src/server/openapi/operation.server.ts'
import { brokenJson, encoded, numbers, texts, value } from './fuzz-values.ts'
import type { Random } from './random.ts'

export type FuzzRequest = {
  call: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

/** Authorization headers of the possible senders. Each entry has the same weight. */
export type Identities = readonly string[]

const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PROPFIND',
  'TRACE',
  'PURGE',
  'LINK',
] as const
const types = [
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'text/xml',
  '',
  ';;;',
  'application/vnd.a+json',
  'application/json; charset="',
] as const
const filterOperators = [
  'eq',
  'LIKE',
  'IN',
  'RANGE',
  'NOT RANGE',
  'NULL',
  'FIND_IN_SET',
  'gt',
  '<>',
  'SLEEP',
  'toString',
] as const

/** Makes one malformed request to an operation. It depends only on the source of numbers. */
export function malformed(
  random: Random,
  call: Operation,
  fields: readonly string[],
  identities: Identities,
): FuzzRequest {
  const method = random.chance(0.12) ? random.pick(methods) : call.method.toUpperCase()
  // A query that the operation does not read is one more reason to refuse the request, so it is rare.
  const query = random.chance(call.query ? 0.9 : 0.2) ? queryOf(random, call, fields) : ''
  const headers: Record<string, string> = { authorization: random.pick(identities), ...oddHeaders(random) }
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE' && random.chance(0.9)
  const body = hasBody ? bodyOf(random, call, fields) : undefined
  if (body !== undefined)
    headers['content-type'] = random.chance(0.7) && call.body ? call.body.type : random.pick(types)
  return { call: operationName(call), method, path: pathOf(random, call) + query, headers, body }
}

function pathOf(random: Random, call: Operation): string {
  // Rows that exist are asked for as well, so that the answers depend on more than the address.
  const id = () => {
    if (random.chance(0.3)) return 1 + random.below(9)
    return random.chance(0.5) ? random.pick(numbers) : random.pick(texts)
  }
  const path = call.path.replace('{id}', () => encoded(random, String(id())))
  if (random.chance(0.9)) return path
  const tricks = [
    '/',
    '//',
    '/..',
    '/%2e%2e/',
    ';a=b',
    '%00',
    '%ff',
    '/.',
    '%20',
    '/%2f%2f',
    '?',
    '/\u00e9'.normalize('NFD').replace('\u0301', '%cc%81'),
  ]
  return random.chance(0.5)
    ? path + random.pick(tricks)
    : path.replace('/', random.pick(['//', '/./', '/%2e/', '/x/../']))
}

function queryOf(random: Random, call: Operation, fields: readonly string[]): string {
  const own = Object.keys(call.query ?? {})
  const known =
    random.chance(0.85) && own.length > 0 ? own : [...own, 'filter', 'order', 'search[9][val][]', 'ids[]', 'id']
  const parts = Array.from({ length: 1 + random.below(4) }, () => {
    const name = random.chance(0.94) ? random.pick(known) : random.pick(texts)
    return `${encodeURIComponent(name.toWellFormed())}=${encoded(random, queryValue(random, name, fields))}`
  })
  if (random.chance(0.03)) parts.push(...Array.from({ length: 1_200 }, () => 'ids[]=7'))
  if (random.chance(0.04)) parts.push(parts[0] ?? '')
  return `?${parts.join(random.pick(['&', '&', '&', '&', '&', '&', '&&', ';']))}`
}

function queryValue(random: Random, name: string, fields: readonly string[]): string {
  const field = random.pick([...fields, ...texts.slice(0, 8), 'path', 'password', 'constructor'])
  if (name === 'order' && random.chance(0.7))
    return `${field},${random.pick(['asc', 'desc', 'DESC; drop table role', ''])}`
  if (name === 'filter' && random.chance(0.8)) return JSON.stringify(filter(random, field, random.below(8)))
  if (name.endsWith('[field]')) return field
  return random.chance(0.5) ? random.pick(texts) : String(random.pick(numbers))
}

function filter(random: Random, field: string, depth: number): unknown {
  if (depth > 4) return { [random.pick(['and', 'or', 'not'])]: [filter(random, field, depth - 1), value(random, 1)] }
  return { field, operator: random.pick(filterOperators), val: value(random, 1) }
}

function bodyOf(random: Random, call: Operation, fields: readonly string[]): string | Buffer {
  if (random.chance(0.012)) return `{"name":"${'x'.repeat(2_200_000)}"}`
  if (random.chance(0.2)) return brokenJson(random)
  if (call.body?.type.startsWith('multipart') || random.chance(0.06)) return multipart(random)
  if (call.body?.type.endsWith('urlencoded') || random.chance(0.06)) return form(random)
  const names = [...fields, 'id', 'version', 'targetId', 'mobile', 'email', 'type', random.pick(texts)]
  // Most values are valid, so that the wrong ones get past the first check.
  const right = {
    code: `F${random.below(1e9)}`,
    name: 'fuzz',
    type: 'school',
    ...(random.chance(0.5) ? { id: 1 + random.below(40) } : {}),
  }
  const wrong = Object.fromEntries(
    Array.from({ length: 1 + random.below(3) }, () => [random.pick(names), value(random)]),
  )
  return JSON.stringify({ ...right, ...wrong })
}

function form(random: Random): string {
  const names = [
    'username',
    'password',
    'grant_type',
    'scope',
    'refresh_token',
    'keep',
    'captcha_id',
    'captcha_info',
    '__proto__',
  ]
  const good = [
    `grant_type=${random.pick(['password', 'refresh_token'])}`,
    'username=admin',
    'refresh_token=canary-refresh',
  ]
  const bad = Array.from(
    { length: 1 + random.below(4) },
    () => `${random.pick(names)}=${encoded(random, random.pick(texts))}`,
  )
  // Hashing a password is slow by design, so only a few requests contain one.
  return [...good, ...(random.chance(0.15) ? ['password=canary-password'] : []), ...bad].join(
    random.pick(['&', '&', '&=&', '=']),
  )
}

function multipart(random: Random): string {
  const disposition = `content-disposition: form-data; name="file"; filename="${random.pick(['a.txt', '../../x', 'a\u0000.php', ''])}"`
  const part = `--x\r\n${disposition}\r\n\r\n${'y'.repeat(random.below(2_000))}\r\n`
  return random.pick([
    part,
    `${part}--x--`,
    '--x',
    '--x--',
    part.repeat(50),
    part.replaceAll('\r\n', '\n'),
    '--y\r\n\r\n',
    `--x\r\n\r\n\r\n`,
  ])
}

function oddHeaders(random: Random): Record<string, string> {
  if (random.chance(0.5)) return {}
  const latin = ['x'.repeat(3_000), '', '\u00e9\u00ff', '../../x', "';--", '0', ',,,;;;', '-1'] as const
  const name = random.pick([
    'accept-language',
    'idempotency-key',
    'x-request-id',
    'x-forwarded-for',
    'user-agent',
    'cookie',
    'if-none-match',
    'range',
    'content-encoding',
    'accept',
    'server',
    'origin',
    'sec-fetch-site',
    'x-http-method-override',
    'batoken',
    'if-match',
  ])
  return { [name]: random.pick(latin) }
}
