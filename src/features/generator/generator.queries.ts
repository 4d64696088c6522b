import { queryOptions } from '@tanstack/react-query'
import { BackendError } from '#src/backend/backend-error.ts'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import { sendBody } from '#src/crud/import/upload.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { Design, DesignBase } from './design.schema.ts'
import { missingIn } from './design-errors.ts'
import type { generatorEndpoints } from './generator.api.server.ts'
import type { CrudRow } from './generator.schema.ts'
import type { tableEndpoints } from './table-calls.api.server.ts'
import type { workbookCall } from './workbook.api.server.ts'

const reading = getting<typeof generatorEndpoints.design>('/adminApi/crud/design')
const readingTable = getting<typeof tableEndpoints.table>('/adminApi/crud/table')
const choosing = getting<typeof generatorEndpoints.choices>('/adminApi/crud/choices')
const listing = getting<typeof tableEndpoints.tables>('/adminApi/crud/tables')
const checking = posting<typeof generatorEndpoints.check>('/adminApi/crud/check')

/** The calls of the CRUD generator. Those of its log are among them. */
export const generations = {
  ...crudClient<CrudRow>('crud'),
  generate: posting<typeof generatorEndpoints.generate>('/adminApi/crud/generate'),
  undo: posting<typeof generatorEndpoints.undo>('/adminApi/crud/undo'),
  remove: posting<typeof generatorEndpoints.remove>('/adminApi/crud/remove'),
  /** The path of a generated screen; null when there is none any more. */
  pathOf: async (key: string) => (await reading({ key })).path,
}

type TableAnswer = AnswerOf<typeof tableEndpoints.table>

/** A design with what it changes: nothing where it is new. `table`: what is to be known of the table of others. */
export type DesignAnswer = AnswerOf<typeof generatorEndpoints.design> & {
  table?: Pick<TableAnswer, 'notes' | 'adopt' | 'refusal'>
}
export type DesignChoices = AnswerOf<typeof generatorEndpoints.choices>
export type PlanAnswer = AnswerOf<typeof generatorEndpoints.check>

/** What the designer begins with, besides nothing. */
export type DesignSource = { key: string } | { log: number } | { table: string }

/** The columns of a workbook as a design. */
export function sendWorkbook(file: File): Promise<AnswerOf<typeof workbookCall>> {
  return sendBody<AnswerOf<typeof workbookCall>>('/adminApi/crud/workbook', file, () => {}).result
}

/** The design to begin with. A table is read once: whoever asks has proved who they are. */
export const designQuery = (source: DesignSource) =>
  queryOptions({
    queryKey: [generations.key, 'design', source],
    queryFn: async ({ signal }): Promise<DesignAnswer> => {
      if (!('table' in source)) return reading(source, signal)
      const { design, ...table } = await readingTable({ name: source.table }, signal)
      return { design, base: null, path: null, relations: [], table }
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** The resources that relations can point to, and the directories of the menu. */
export const choicesQuery = queryOptions({
  queryKey: [generations.key, 'choices'],
  queryFn: ({ signal }) => choosing({}, signal),
})

/** The tables that a design can start from. */
export const tablesQuery = queryOptions({
  queryKey: [generations.key, 'tables'],
  queryFn: ({ signal }) => listing({}, signal),
  staleTime: 0,
  refetchOnWindowFocus: false,
})

/** What generating a design would change now. */
export const checkQuery = (design: Design, base: DesignBase | null) =>
  queryOptions({
    queryKey: [generations.key, 'check', JSON.stringify([design, base])],
    queryFn: async (): Promise<PlanAnswer> => {
      const errors = missingIn(design)
      if (Object.keys(errors).length > 0) throw new BackendError(422, m.designer_refused(), { errors })
      return (await checking({ design, base: baseKeyOf(base) }, randomId())).data
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })

/** The version of the stored description that a design changes. */
export function baseKeyOf(base: DesignBase | null): Pick<DesignBase, 'key' | 'version'> | null {
  return base && { key: base.key, version: base.version }
}
