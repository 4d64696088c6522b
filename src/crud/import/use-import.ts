import { useEffect, useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { ImportPlan } from '#src/server/import/plan.server.ts'
import type { Preview } from '#src/server/import/preview.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import { failureOf } from '../calls/failure.ts'
import { beginImportUndo } from '../jobs/job-calls.ts'
import { isOver, useJob } from '../jobs/job-feed.ts'
import { attendedJobs } from '../jobs/open-jobs.ts'
import { type Drift, driftOf } from './drift.ts'
import { beginImport, beginImportCheck, previewImport, readImport, reopenImport } from './import-calls.ts'
import type { PendingImport } from './pending-import.ts'

export const STEPS = ['file', 'sheet', 'columns', 'preview', 'check', 'run'] as const
export type Step = (typeof STEPS)[number]

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
      setError(failureText(reason))
    }
    setBusy(false)
  }
  const see = (next: ImportView, known?: ImportPlan | null) => {
    setView(next)
    setPlan(known ?? planOf(next))
  }
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
    goTo(next: Step) {
      setError(undefined)
      setErrors({})
      setStep(next)
    },
    received(next: ImportView) {
      see(next)
      setJobs({})
      setStep('sheet')
    },
    look: (asked: { sheet?: number; header?: number }) =>
      act(async () => view && see(await readImport(resource, { id: view.id, ...asked }))),
    change: (patch: Partial<ImportPlan>) => setPlan((old) => old && { ...old, ...patch }),
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
        const agreed = { skipRefused, acceptWarnings: accepted, sinceCheck }
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
      setJobs({})
      setDrift(undefined)
      setAccepted(false)
      setStep('file')
    },
  }
}

export type Import = ReturnType<typeof useImport>

function planOf({ sheet, header, columns, keys, mode, blank }: ImportView): ImportPlan {
  return { sheet, header, mapping: columns.map(({ field }) => field), keys: keys.proposed, mode, blank }
}
