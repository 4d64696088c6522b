import type * as v from 'valibot'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { KitBody, KitQuery } from '#src/server/endpoint/call-types.ts'
import type {
  checkCall,
  encodingCall,
  forgetCall,
  previewCall,
  reportCall,
  reportRowsCall,
  runCall,
  viewCall,
} from '#src/server/import/import-calls.server.ts'
import type { ImportPlan, runBody } from '#src/server/import/plan.server.ts'
import type { Preview } from '#src/server/import/preview.server.ts'
import type { ReportRows } from '#src/server/import/report.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import { kitGetting, kitPosting } from '../calls/endpoint-calls.ts'
import { beginJob } from '../jobs/job-calls.ts'
import type { ByHand } from './to-check.ts'

/** What the import does with a row. */
export type ImportAction = 'new' | 'changed' | 'unchanged' | 'skipped' | 'refused'
/** Rows of a check: those with one action, or those that are warned of. */
export type ListedRows = ImportAction | 'warned'
/** The lines of a file by what happens to them; `rows`: the records that they become, where lines are not records. */
export type ImportCounts = Record<ImportAction, number> & { rows?: Record<Exclude<ImportAction, 'refused'>, number> }

const reading = kitGetting<typeof viewCall>('importView')
const reporting = kitGetting<typeof reportCall>('importReport')
const listing = kitGetting<typeof reportRowsCall>('importRows')
const previewing = kitPosting<typeof previewCall>('importPreview')
const checking = kitPosting<typeof checkCall>('importCheck')
const running = kitPosting<typeof runCall>('importRun')
const decoding = kitPosting<typeof encodingCall>('importEncoding')
const forgetting = kitPosting<typeof forgetCall>('importForget')

/** Loads the guessed settings for another sheet, or for another header row. */
export function readImport(resource: string, asked: KitQuery<typeof viewCall>): Promise<ImportView> {
  return reading(resource, asked).catch(leaveWhenSignedOut)
}

/** Loads an earlier import: the content of its file, and the plan by which the file was read. */
export async function reopenImport(
  resource: string,
  id: number,
): Promise<{ view: ImportView; plan: ImportPlan | null }> {
  const { plan } = await reporting(resource, { id }).catch(leaveWhenSignedOut)
  const asked = plan ? { sheet: plan.sheet, header: plan.header } : {}
  return { view: await readImport(resource, { id, ...asked }), plan }
}

export async function previewImport(resource: string, id: number, plan: ImportPlan): Promise<Preview> {
  return (await previewing(resource, { id, plan }, randomId()).catch(leaveWhenSignedOut)).data
}

export const beginImportCheck = (resource: string, id: number, plan: ImportPlan) =>
  beginJob(checking(resource, { id, plan }, randomId())).catch(leaveWhenSignedOut)

/** Reads the text in another encoding. Returns what is guessed then. */
export async function sendEncoding(resource: string, body: KitBody<typeof encodingCall>): Promise<ImportView> {
  return (await decoding(resource, body, randomId()).catch(leaveWhenSignedOut)).data
}

export type ForgetRequest = { what: 'column'; title: string } | { what: 'keys' } | { what: 'all' }

/** Forgets the user's earlier choices. */
export async function forgetChoices(resource: string, body: ForgetRequest): Promise<void> {
  await forgetting(resource, body, randomId()).catch(leaveWhenSignedOut)
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
  return beginJob(running(resource, { id, plan, ...agreed, chosen }, randomId())).catch(leaveWhenSignedOut)
}

type RowsAsked = Pick<KitQuery<typeof reportRowsCall>, 'action' | 'kind'> & { after: number }

/**
 * Loads rows of the last check. `kind` is a kind of warning; `after` is the number of the last row that is already
 * loaded, 0 for none.
 */
export function checkedRows(resource: string, id: number, asked: RowsAsked): Promise<ReportRows> {
  return listing(resource, { id, ...asked, limit: 50 })
}
