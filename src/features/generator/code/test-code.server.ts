import { rangeEnd } from '#src/resource/cross-checks.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { isRequired, isSecret, relationTarget } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { verbsOf } from '#src/resource/registry.ts'
import { uniqueFieldsOf } from './api-code.server.ts'
import type { CodeTarget } from './code-target.server.ts'
import type { ResourceNames } from './names.server.ts'
import { type Choosing, sampleBody, sampleValue } from './sample-values.server.ts'
import { codeText, Imports, Raw, raw, type Sourced, type SourcedObject, textCode } from './source-text.server.ts'
import type { TableCode } from './table-code.server.ts'
import { writtenCode } from './written-code.server.ts'

/** Resources that have rows after a first start, which relations can choose. */
const SEEDED: ReadonlySet<string> = new Set(
  `subject educate-level student-year exam-scheme rule member-rule member member-group config template user`.split(' '),
)

/** What the test of a resource is made of. */
export type TestCode = {
  description: Description
  verbs: readonly string[]
  table: TableCode
  targets: ReadonlyMap<string, CodeTarget>
}

/** The test of a resource: it is added, changed, found and deleted, and refuses what it should. */
export function testFileOf(names: ResourceNames, code: TestCode): string {
  const imports = new Imports()
  imports.add('vitest', 'expect')
  imports.add('vitest', 'test')
  imports.add('../support/api.ts', 'startApi')
  imports.add('../support/officer.ts', 'addOfficer')
  const can = new Set(code.verbs)
  const parts = can.has('add') ? [arranged(names, code, imports), ...writing(names, code, can, imports)] : []
  const refused = [...(can.has('add') ? [] : ['add']), ...(can.has('edit') ? [] : ['edit', 'bulkEdit'])]
  parts.push(...(refused.length > 0 ? [withoutCalls(names, refused)] : []), looking(names, can))
  return `${imports.text}\nconst path = '/adminApi/${names.key}'\n\n${parts.join('\n')}`
}

/** The function that starts the API and arranges what a row needs. */
function arranged({ key }: ResourceNames, code: TestCode, imports: Imports): string {
  const steps: string[] = []
  const choosing = choosingFor(key, code.targets, steps, imports, new Set([key]))
  const body = sampleBody(code.description.fields, 0, choosing)
  const isKnown = (name: string) => code.description.fields.some((one) => one.name === name && isSecret(one))
  const [open, secret] = [false, true].map((hidden) => entriesWhere(body, (name) => isKnown(name) === hidden))
  const chosen = JSON.stringify(body).includes('choice(')
  if (chosen) imports.add('../support/base-info.ts', 'type Call')
  const choice = `
/** The first row that can be chosen in a field. */
async function choice(call: Call, key: string, field: string): Promise<number> {
  const { list } = (await call('GET', \`/adminApi/\${key}/select?field=\${field}\`)).data as { list: { value: number }[] }
  return list[0]?.value ?? 0
}
`
  return `\
/** The API, the values of a row, and what a form sends to add it. */
async function started() {
  const api = await startApi()
  const call = await api.signIn()
${steps.join('')}  const body = ${codeText(open ?? {})}
  return { api, call, body, sent: { ...body, ${codeText(secret ?? {})
    .slice(1, -1)
    .trim()} } }
}
${chosen || steps.some((step) => step.includes('choice(')) ? choice : ''}`
}

function writing(names: ResourceNames, code: TestCode, can: ReadonlySet<string>, imports: Imports): string[] {
  const { key, one } = names
  const { fields, rowTitle } = code.description
  const body = sampleBody(fields, 0, () => raw('1'))
  const written = fields.filter(({ name }) => name in body)
  imports.add('../support/base-info.ts', 'idOf')
  imports.add('../support/base-info.ts', 'rowOf')
  imports.add('../support/base-info.ts', 'listOf')
  const sorted = written.toSorted((one, other) => Number(other.name === rowTitle) - Number(one.name === rowTitle))
  const edited = can.has('edit') ? editOf(sorted, body) : undefined
  const done = ['added', ...(edited ? ['changed'] : []), 'found', ...(can.has('del') ? ['deleted'] : [])]
  const life = `\
test('${one} is ${done.slice(0, -1).join(', ')} and ${done.at(-1)}', async () => {
  const { call, body, sent } = await started()
  const id = idOf(await call('POST', \`\${path}/add\`, sent))
  expect(await rowOf(call, '${key}', id)).toMatchObject({ ...body, version: 1 })
${
  edited
    ? `  const edit = { id, version: 1, ${codeText(edited).slice(1, -1).trim()} }
  expect(await call('POST', \`\${path}/edit\`, edit)).toMatchObject({ code: 200 })
  expect(await rowOf(call, '${key}', id)).toMatchObject({ ...body, ...edit, version: 2 })\n`
    : ''
}  expect(await listOf(call, '${key}')).toMatchObject([{ id }])
${
  can.has('del')
    ? `  expect(await call('DELETE', \`\${path}/del?ids[]=\${id}\`)).toMatchObject({ code: 200 })
  expect(await listOf(call, '${key}')).toEqual([])\n`
    : ''
}})
`
  return [life, ...missing(one, sorted), ...taken(one, code, body)]
}

/** A field and the value that an edit gives it. */
function editOf(fields: readonly Field[], body: SourcedObject): SourcedObject | undefined {
  for (const field of fields) {
    if (field.addOnly || isSecret(field) || relationTarget(field) || isDeciding(field, fields)) continue
    const value = sampleValue(field, 1, () => undefined)
    if (value !== undefined && codeText(value) !== codeText(body[field.name])) return { [field.name]: value }
  }
  return undefined
}

/** Whether another field is shown by its value, or is the other end of its range. */
function isDeciding(field: Field, fields: readonly Field[]): boolean {
  const { name } = field
  return rangeEnd(field) !== undefined || fields.some((one) => one.showWhen?.field === name || rangeEnd(one) === name)
}

/** A required field without a value. */
function missing(one: string, fields: readonly Field[]): string[] {
  const field = fields.find((each) => isRequired(each) && typeof typeOf(each).blank(each) !== 'number')
  if (!field) return []
  const blank = codeText({ [field.name]: plainBlank(field) })
    .slice(1, -1)
    .trim()
  return [
    `\
test('${one} without what is required is refused at its field: ${field.name}', async () => {
  const { call, sent } = await started()
  const answer = await call('POST', \`\${path}/add\`, { ...sent, ${blank} })
  expect(answer).toMatchObject({ status: 422, data: { errors: { ${field.name}: [expect.any(String)] } } })
})
`,
  ]
}

function plainBlank(field: Field): Sourced {
  return JSON.parse(JSON.stringify(typeOf(field).blank(field)))
}

/** A value that has to be unique, twice. */
function taken(one: string, { table, description }: TestCode, body: SourcedObject): string[] {
  const whole = new Set(
    table.shape.indexes
      .filter(({ parts, condition }) => parts.length === 1 && condition === null)
      .map(({ name }) => name),
  )
  const all = Object.entries(uniqueFieldsOf({ table }))
  const unique = all.find(([name, field]) => whole.has(name) && field in body && !(body[field] instanceof Raw))?.[1]
  if (unique === undefined) return []
  const others = all.flatMap(([, name]) => description.fields.filter((field) => field.name === name && name !== unique))
  const values = Object.fromEntries(others.map((field) => [field.name, sampleValue(field, 1, () => undefined)]))
  const more = codeText(values).slice(1, -1).trim()
  return [
    `\
test('${one} with a value that is taken is refused at its field: ${unique}', async () => {
  const { call, sent } = await started()
  idOf(await call('POST', \`\${path}/add\`, sent))
  const answer = await call('POST', \`\${path}/add\`, { ...sent, ${more} })
  expect(answer).toMatchObject({ status: 409, data: { errors: { ${unique}: [expect.any(String)] } } })
})
`,
  ]
}

function withoutCalls({ one }: ResourceNames, actions: readonly string[]): string {
  return `\
test.each(${codeText(actions)})('nobody does with ${one} what it does not offer: %s', async (action) => {
  const { signIn } = await startApi()
  const answer = await (await signIn())('POST', \`\${path}/\${action}\`, { id: 1 })
  expect(answer.status).toBeOneOf([404, 405])
})
`
}

function looking({ one, path }: ResourceNames, can: ReadonlySet<string>): string {
  const add = can.has('add') ? `\n  expect(await call('POST', \`\${path}/add\`, {})).toMatchObject({ code: 403 })` : ''
  return `\
test('whoever may only look at ${one} does not write', async () => {
  const api = await startApi()
  await addOfficer(api, { username: 'looker', scope: 'all', nodes: ['${path}/index'] })
  const call = await api.signIn('admin', 'looker')
  expect(await call('GET', \`\${path}/index\`)).toMatchObject({ code: 200 })${add}
})
`
}

/** Finds rows for relations. What has no rows at first gets one, by steps that come before. */
function choosingFor(
  key: string,
  targets: TestCode['targets'],
  steps: string[],
  imports: Imports,
  busy: ReadonlySet<string>,
): Choosing {
  return (name, field) => {
    const wanted = relationTarget(field)?.resource ?? ''
    if (busy.has(wanted)) return undefined
    const found = raw(`await choice(call, ${textCode(key)}, ${textCode(name)})`)
    if (SEEDED.has(wanted)) return found
    const target = targets.get(wanted)
    const isPlain = target && !(wanted in writtenCode)
    if (wanted === 'organization') {
      const step = `  await ${imports.add('../support/api.ts', 'addOrganizations')}(call)\n`
      if (!steps.includes(step)) steps.push(step)
      return found
    }
    // What people have written may need more than its fields say, so it is made only where nothing goes without it.
    if (!target || !(isPlain || field.required) || !verbsOf(target.description).includes('add')) return undefined
    const above = choosingFor(wanted, targets, steps, imports, new Set([...busy, wanted]))
    const body = sampleBody(target.description.fields, 0, above, false)
    const step = `  await call('POST', '/adminApi/${wanted}/add', ${codeText(body)})\n`
    if (!steps.includes(step)) steps.push(step)
    return found
  }
}

function entriesWhere(body: SourcedObject, is: (name: string) => boolean): SourcedObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => is(name)))
}
