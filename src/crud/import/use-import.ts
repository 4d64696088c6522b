import { useEffect, useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { ImportPlan } from '#src/server/import/plan.server.ts'
import type { Preview } from '#src/server/import/preview.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import type { Encoding } from '#src/server/sheet/file-facts.ts'
import { failureOf } from '../calls/failure.ts'
import { beginImportUndo } from '../jobs/job-calls.ts'
import { isOver, useJob } from '../jobs/job-feed.ts'
import { attendedJobs } from '../jobs/open-jobs.ts'
import { type Drift, driftOf } from './drift.ts'
import {
  beginImport,
  beginImportCheck,
  type ForgetRequest,
  forgetChoices,
  previewImport,
  readImport,
  reopenImport,
  sendEncoding,
} from './import-calls.ts'
import { mapColumn } from './mapping.ts'
import type { PendingImport } from './pending-import.ts'
import { type ByHand, checkNames, isEncodingOpen, thingsToCheck } from './to-check.ts'

export const STEPS = ['file', 'sheet', 'columns', 'preview', 'check', 'run'] as const
export type Step = (typeof STEPS)[number]

const NOTHING: ByHand = { columns: new Set(), keys: false }
/** The name under which a guessed encoding is confirmed. */
const ENCODING = 'encoding'

/**
 * The state of one import in its dialog: the content of the file, the plan for reading it, and the jobs that run it.
 * @param earlier an import that the user left before
 */
export function useImport(resource: string, earlier?: PendingImport) {
  const [step, setStep] = useState<Step>(earlier?.kind ?? 'file')
  const [view, setView] = useState<ImportView>()
  const [plan, setPlan] = useState<ImportPlan>()
  const [preview, setPreview] = useState<Preview>()
  const [jobs, setJobs] = useState<{ check?: number; run?: number; undo?: number }>(
    earlier ? { [earlier.kind]: earlier.job } : {},
  )
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [accepted, setAccepted] = useState(false)
  const [drift, setDrift] = useState<Drift>()
  const [byHand, setByHand] = useState(NOTHING)
  /** The names of what the user has looked at and confirmed. */
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  /** The sheet that was proposed when the file arrived. */
  const [proposed, setProposed] = useState<number>()
  /** The place of the step that the user must look at. The button for the next step moves the focus there. */
  const place = useRef<HTMLDivElement>(null)

  /** Runs one action at a time. A failure sets the message, and a refusal also sets the field errors. */
  const act = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    setErrors({})
    try {
      await work()
    } catch (reason) {
      const failure = failureOf(reason)
      if (failure.kind === 'refused') setErrors(failure.errors)
      setError(isLost(reason) ? m.import_lost() : failureText(reason))
    }
    setBusy(false)
  }
  const see = (next: ImportView, known?: ImportPlan | null) => {
    setView(next)
    setPlan((old) => known ?? planOf(next, old))
    setByHand(NOTHING)
    // A plan that was checked before was confirmed before.
    const before = known ? [ENCODING, ...checkNames(thingsToCheck(next, known, NOTHING))] : []
    // Another sheet or title row does not change how the text is read.
    const isSame = view?.encoding?.name === next.encoding?.name
    setConfirmed((old) => new Set(isSame && old.has(ENCODING) ? [...before, ENCODING] : before))
  }
  const toCheck = view && plan ? thingsToCheck(view, plan, byHand) : { columns: [], counting: [] }
  const names = step === 'sheet' ? (view && isEncodingOpen(view) ? [ENCODING] : []) : checkNames(toCheck)
  const reopened = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the dialog opens
  useEffect(() => {
    if (!earlier || reopened.current) return
    reopened.current = true
    attendedJobs.add(earlier.job)
    void act(async () => {
      const { view, plan } = await reopenImport(resource, earlier.importId).catch((reason: unknown) => {
        // The file may have been deleted since. The user then chooses another one.
        attendedJobs.delete(earlier.job)
        setJobs({})
        setStep('file')
        throw reason
      })
      see(view, plan)
    })
  }, [])
  const begin = async (kind: keyof typeof jobs, start: () => Promise<number>) => {
    const id = await start()
    attendedJobs.add(id)
    setJobs((old) => ({ ...old, [kind]: id }))
  }
  const job = { check: useJob(jobs.check), run: useJob(jobs.run), undo: useJob(jobs.undo) }
  const running = Object.entries(jobs).some(([kind, id]) => {
    const known = job[kind as keyof typeof job]
    return id !== undefined && (!known || !isOver(known))
  })
  return {
    step,
    view,
    plan,
    preview,
    jobs,
    job,
    running,
    busy,
    error,
    errors,
    /** The user has looked at the warnings of the check. */
    accepted,
    accept: setAccepted,
    /** Rows that have changed since the check. The user decides about them. */
    drift,
    byHand,
    toCheck,
    proposed,
    place,
    /** Whether the user has confirmed all that the current step is unsure of. */
    settled: names.every((name) => confirmed.has(name)),
    confirm: (checked: boolean) =>
      setConfirmed((old) => new Set(checked ? [...old, ...names] : [...old].filter((name) => !names.includes(name)))),
    goTo(next: Step) {
      setError(undefined)
      setErrors({})
      setStep(next)
    },
    received(next: ImportView) {
      see(next)
      setProposed(next.sheet)
      setJobs({})
      setStep('sheet')
    },
    look: (asked: { sheet?: number; header?: number }) =>
      act(async () => view && see(await readImport(resource, { id: view.id, ...asked }))),
    readAs: (encoding: Encoding) =>
      act(async () => view && see(await sendEncoding(resource, { id: view.id, encoding }))),
    change: (patch: Partial<ImportPlan>) => setPlan((old) => old && { ...old, ...patch }),
    setColumn(at: number, field: string | null) {
      if (!view || !plan) return
      setPlan({ ...plan, ...mapColumn(plan, view, at, field) })
      setByHand((old) => ({ ...old, columns: new Set([...old.columns, at]) }))
    },
    setKeys(keys: string[]) {
      setPlan((old) => old && { ...old, keys })
      setByHand((old) => ({ ...old, keys: true }))
    },
    /** Forgets earlier choices. The columns and keys concerned are guessed again; what was set by hand stays. */
    forget: (what: ForgetRequest) =>
      act(async () => {
        if (!view || !plan) return
        await forgetChoices(resource, what)
        const next = await readImport(resource, { id: view.id, sheet: view.sheet, header: view.header })
        let kept = planOf(next, plan)
        for (const at of byHand.columns) kept = { ...kept, ...mapColumn(kept, next, at, plan.mapping[at] ?? null) }
        const stillMapped = plan.keys.every((key) => kept.mapping.includes(key))
        setView(next)
        setPlan(byHand.keys && stillMapped ? { ...kept, keys: plan.keys } : kept)
      }),
    showPreview: () =>
      act(async () => {
        if (!view || !plan) return
        setPreview(await previewImport(resource, view.id, plan))
        setStep('preview')
      }),
    check: () =>
      act(async () => {
        if (!view || !plan) return
        setAccepted(false)
        setDrift(undefined)
        await begin('check', () => beginImportCheck(resource, view.id, plan))
        setStep('check')
      }),
    run: (skipRefused: boolean, sinceCheck: 'ask' | 'skip' | 'overwrite' = 'ask') =>
      act(async () => {
        if (!view || !plan) return
        const agreed = { skipRefused, acceptWarnings: accepted, sinceCheck, byHand }
        try {
          await begin('run', () => beginImport(resource, view.id, plan, agreed))
        } catch (reason) {
          const found = driftOf(reason)
          if (!found) throw reason
          return setDrift(found)
        }
        setDrift(undefined)
        setStep('run')
      }),
    undo: (partial: boolean) =>
      act(async () => view && (await begin('undo', () => beginImportUndo({ resource, importId: view.id }, partial)))),
    /** The dialog closes. From now on `JobsWatch` reports the end of its jobs. */
    leave() {
      for (const id of Object.values(jobs)) attendedJobs.delete(id)
    },
    again() {
      setView(undefined)
      setPlan(undefined)
      setByHand(NOTHING)
      setConfirmed(new Set())
      setJobs({})
      setDrift(undefined)
      setAccepted(false)
      setStep('file')
    },
  }
}

export type Import = ReturnType<typeof useImport>

/** Whether no response arrived. The settings are still on the screen, so the user can simply try again. */
function isLost(reason: unknown): boolean {
  return failureOf(reason).kind === 'lost' && !(reason instanceof BackendError || isTimeout(reason))
}

const isTimeout = (reason: unknown) => reason instanceof Error && reason.name === 'TimeoutError'

/** The plan that a file proposes. How rows and empty cells are treated stays as it was chosen for the same file. */
function planOf({ sheet, header, columns, keys, mode, blank }: ImportView, before?: ImportPlan): ImportPlan {
  const mapping = columns.map(({ field }) => field)
  return { sheet, header, mapping, keys: keys.proposed, mode: before?.mode ?? mode, blank: before?.blank ?? blank }
}
