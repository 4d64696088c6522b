import type * as v from 'valibot'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { ImportPlan, runBody } from '#src/server/import/plan.server.ts'
import type { Preview } from '#src/server/import/preview.server.ts'
import type { ImportReport, ReportRows } from '#src/server/import/report.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import type { Encoding } from '#src/server/sheet/file-facts.ts'
import { crudGet, crudPost } from '../calls/crud-rpc.ts'
import { beginJob } from '../jobs/job-calls.ts'
import type { ByHand } from './to-check.ts'

/** What the import does with a row. */
export type ImportAction = 'new' | 'changed' | 'unchanged' | 'skipped' | 'refused'
/** Rows of a check: those with one action, or those that are warned of. */
export type ListedRows = ImportAction | 'warned'
export type ImportCounts = Record<ImportAction, number>

type Asked = { id: number; sheet?: number; header?: number }

/** Loads the guessed settings for another sheet, or for another header row. */
export async function readImport(resource: string, { id, sheet, header }: Asked): Promise<ImportView> {
  const query = Object.entries({ id, sheet, header }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
  const data = { key: resource, action: 'importView', query: Object.fromEntries(query) }
  return crudGet<ImportView>({ data }).catch(leaveWhenSignedOut)
}

/** Loads an earlier import: the content of its file, and the plan by which the file was read. */
export async function reopenImport(
  resource: string,
  id: number,
): Promise<{ view: ImportView; plan: ImportPlan | null }> {
  const data = { key: resource, action: 'importReport', query: { id: String(id) } }
  const { plan } = await crudGet<ImportReport>({ data }).catch(leaveWhenSignedOut)
  const asked = plan ? { sheet: plan.sheet, header: plan.header } : {}
  return { view: await readImport(resource, { id, ...asked }), plan }
}

export async function previewImport(resource: string, id: number, plan: ImportPlan): Promise<Preview> {
  const data = { key: resource, action: 'importPreview', body: { id, plan }, idempotencyKey: randomId() }
  return (await crudPost<Preview>({ data }).catch(leaveWhenSignedOut)).data
}

export const beginImportCheck = (resource: string, id: number, plan: ImportPlan) =>
  beginJob(resource, 'importCheck', { id, plan }).catch(leaveWhenSignedOut)

/** Reads the text in another encoding. Returns what is guessed then. */
export async function sendEncoding(resource: string, body: { id: number; encoding: Encoding }): Promise<ImportView> {
  const data = { key: resource, action: 'importEncoding', body, idempotencyKey: randomId() }
  return (await crudPost<ImportView>({ data }).catch(leaveWhenSignedOut)).data
}

export type ForgetRequest = { what: 'column'; title: string } | { what: 'keys' } | { what: 'all' }

/** Forgets the user's earlier choices. */
export async function forgetChoices(resource: string, body: ForgetRequest): Promise<void> {
  const data = { key: resource, action: 'importForget', body, idempotencyKey: randomId() }
  await crudPost({ data }).catch(leaveWhenSignedOut)
}

type Agreed = Pick<v.InferOutput<typeof runBody>, 'skipRefused' | 'acceptWarnings' | 'sinceCheck'>

/** `byHand`: what the server remembers once the import has succeeded. */
export const beginImport = (
  resource: string,
  id: number,
  plan: ImportPlan,
  { byHand, ...agreed }: Agreed & { byHand: ByHand },
) => {
  const chosen = { columns: [...byHand.columns], keys: byHand.keys }
  return beginJob(resource, 'importRun', { id, plan, ...agreed, chosen }).catch(leaveWhenSignedOut)
}

type RowsAsked = { action: ListedRows; kind?: string | undefined; after: number }

/**
 * Loads rows of the last check. `kind` is a kind of warning; `after` is the number of the last row that is already
 * loaded, 0 for none.
 */
export async function checkedRows(
  resource: string,
  id: number,
  { action, kind, after }: RowsAsked,
): Promise<ReportRows> {
  const base = { id: String(id), action, after: String(after), limit: '50' }
  const query = kind === undefined ? base : { ...base, kind }
  return crudGet<ReportRows>({ data: { key: resource, action: 'importRows', query } })
}
