import type { ReactNode } from 'react'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { DialogProps } from '#src/ui/dialog-parts.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { useScheme } from './use-scheme.ts'

type SchemeDialogProps = Pick<DialogProps, 'title' | 'size' | 'footer'> & {
  scheme: ReturnType<typeof useScheme>
  intro?: ReactNode
  /** Content at the end, shown even while the scheme loads. */
  end?: ReactNode
  onClose(): void
  children: ReactNode
}

/** A dialog about a scheme. Shows its content when the scheme is loaded, and the error of a failed write. */
export function SchemeDialog({ scheme, intro, end, onClose, children, ...rest }: SchemeDialogProps) {
  const { row, revisions, failed, retry, write } = scheme
  return (
    <Dialog open onRequestClose={() => !write.pending && onClose()} {...rest}>
      {intro}
      {write.error && (
        <Banner tone="danger" className="mb-3">
          {write.error}
        </Banner>
      )}
      {failed ? (
        <FailureState error={failed} onRetry={retry} />
      ) : row && revisions ? (
        children
      ) : (
        <SkeletonRows rows={5} />
      )}
      {end}
    </Dialog>
  )
}
