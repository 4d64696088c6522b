import type { Json, JsonObject } from '#src/lib/json.ts'
import type { ShownOperation } from './operations.server.ts'
import { isObject, sampleOf } from './sample.server.ts'

/** Stands for the address of the site, because the page is kept for all addresses. */
export const SITE = '{site}'

/** A call by curl: with the credential, the required parameters, and a body with sample values. */
export function sampleCall(operation: ShownOperation, schemas: JsonObject): string {
  const { method, path, parameters, credential } = operation
  const place = path.replaceAll(/\{(\w+)\}/g, '1')
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .flatMap((one) => {
      const value = sampleOf(one.schema, schemas, one.name.replace(/\[\]$/, ''))
      const [only] = Array.isArray(value) ? value : [value]
      return [`${one.name}=${encodeURIComponent(String(only ?? ''))}`]
    })
    .join('&')
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${SITE}${place}${query && `?${query}`}`)}`,
    credential === 'client' ? '-u "$CLIENT"' : '',
    credential === 'token' ? '-H "Authorization: Bearer $TOKEN"' : '',
    ...bodyLines(operation, schemas),
  ]
  return lines.filter((line) => line !== '').join(' \\\n  ')
}

function bodyLines({ body, credential }: ShownOperation, schemas: JsonObject): string[] {
  if (!body) return []
  const sample = sampleOf(body.schema, schemas)
  const fields = isObject(sample) ? Object.entries(sample) : []
  const { type: mime } = body
  switch (mime) {
    case 'application/json':
      return [
        "-H 'Content-Type: application/json'",
        `-d ${quoted(JSON.stringify(sample, null, 2).replaceAll('\n', '\n  '))}`,
      ]
    case 'application/x-www-form-urlencoded':
      // The token endpoint takes the fields of two ways to sign in; a call has those of one.
      return credential === 'client'
        ? ['-d grant_type=password', '-d scope=server', '-d username=admin', "--data-urlencode 'password=…'"]
        : fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${text(value)}`)}`)
    case 'multipart/form-data':
      return fields.map(([name, value]) => `-F ${quoted(`${name}=${name === 'file' ? '@schools.xlsx' : text(value)}`)}`)
    default:
      return [`-H 'Content-Type: ${mime}'`, '--data-binary @schools.xlsx']
  }
}

const text = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

/** A word of the shell. */
const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** The answer with sample values. Undefined for files, streams and pages. */
export function sampleAnswer({ answer }: ShownOperation, schemas: JsonObject): string | undefined {
  if (answer?.type !== 'application/json') return undefined
  return JSON.stringify(sampleOf(answer.schema, schemas), null, 2)
}
