import { useLocation } from '@tanstack/react-router'
import { useGo } from '#src/layout/use-go.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { setPendingImport } from '../import/pending-import.ts'

const kinds: Record<string, 'check' | 'run'> = { 'import-check': 'check', import: 'run' }

/**
 * Returns a function that opens the import of a job again, on the page of its list. It is undefined for a finished
 * import, and for an older job of the same import, because the server keeps only the rows of the newest check.
 */
export function useReopen() {
  const { pathname } = useLocation()
  const go = useGo()
  return (job: JobView, jobs: readonly JobView[]): (() => void) | undefined => {
    const { menu, importId, resource } = job.about ?? {}
    const kind = kinds[job.kind]
    if (!kind || !menu || !importId || !resource || (kind === 'run' && job.state === 'done')) return undefined
    const newest = jobs.find((one) => one.kind in kinds && one.about?.importId === importId)
    if (newest?.id !== job.id) return undefined
    return () => {
      setPendingImport(resource, { importId, job: job.id, kind })
      if (pathname !== `/admin/${menu}`) void go(`/admin/${menu}`)
    }
  }
}
